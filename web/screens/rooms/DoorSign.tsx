import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Printer } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useParams } from 'wouter'
import { paths } from '../../shared/navigation/paths.ts'
import { printedOrigin, typed } from '../../shared/printing/origin.ts'
import { signQuery } from '../../shared/rooms/room-queries.ts'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import classes from './DoorSign.module.css'
import { RoomFailure } from './RoomFailure.tsx'

/** A page to print for the door of a room. */
export default function DoorSign() {
  const { number = '' } = useParams()
  const { data: sign, error, refetch } = useQuery(signQuery(number))
  return (
    <>
      <div className="screen-only">
        <Page
          back={<BackLink to={paths.room(number)}>{t('rooms.back')}</BackLink>}
          title={t('rooms.signTitle')}
          narrow
        >
          {error && <RoomFailure error={error} retry={() => void refetch()} />}
          {!sign && !error && <Loading rows={4} />}
          {sign && !sign.is_origin_set && (
            <Alert color="yellow" icon={<CircleAlert />}>
              {t('rooms.originUnset', { origin: printedOrigin(sign) })}
            </Alert>
          )}
          {sign && (
            <Button
              style={{ alignSelf: 'start' }}
              leftSection={<Printer size={16} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('transactions.print')}
            </Button>
          )}
        </Page>
      </div>
      {sign && <Sheet location={sign.location} address={addressOf(sign)} />}
    </>
  )
}

function addressOf(sign: { origin: string | null; number: string }) {
  return printedOrigin(sign) + paths.room(sign.number)
}

function Sheet({ location, address }: { location: string; address: string }) {
  return (
    <section className={classes.sheet} aria-label={t('rooms.signTitle')}>
      <style>{'@page { margin: 15mm }'}</style>
      <Text component="p" className={classes.location}>
        {location}
      </Text>
      <QRCodeSVG
        value={address}
        level="Q"
        marginSize={4}
        title={t('stickers.qrCode', { number: location })}
        className={classes.code}
      />
      <Text component="p" className={classes.scan}>
        {t('rooms.signScan')}
      </Text>
      <Text component="p" className={classes.address}>
        {typed(address)}
      </Text>
    </section>
  )
}
