import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { keptChoice } from '../../shared/bulk/kept-choice.ts'
import { calls } from '../../shared/calls/calls.ts'
import { call, messageOf } from '../../shared/calls/client.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { printedOrigin } from '../../shared/printing/origin.ts'
import { PaperChoice } from '../../shared/printing/PaperChoice.tsx'
import { paperNamed } from '../../shared/printing/paper-sizes.ts'
import { Sheets } from '../../shared/printing/Sheets.tsx'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { Sticker } from './Sticker.tsx'

/** Stickers to print: of one device, of chosen devices, or of all that match a search and a type. */
export default function Stickers() {
  const [address, setAddress] = useSearchParams()
  const paper = paperNamed(address.get('paper'))
  const id = address.get('device') ?? undefined
  const isOfChosen = address.get('of') === 'chosen'
  const chosen = isOfChosen ? keptChoice('devices') : undefined
  const isNone = isOfChosen && !chosen
  const { data, error, refetch } = useStickers(address, chosen, !isNone)
  const stickers = useMemo(() => data && [...data.data].sort(byPlaceAndNumber), [data])

  function choose(name: string) {
    const next = new URLSearchParams(window.location.search)
    next.set('paper', name)
    setAddress(next, { replace: true })
  }
  return (
    <>
      <div className="screen-only">
        <Page
          back={<BackLink to={id ? paths.device(id) : paths.devices}>{t('devices.back')}</BackLink>}
          title={t('stickers.title')}
        >
          {error && (
            <LoadFailure
              message={messageOf(error, t('devices.loadListFailed'))}
              retry={() => void refetch()}
            />
          )}
          {isNone && <Alert title={t('stickers.noneChosen')} />}
          {!data && !error && !isNone && <Loading rows={4} />}
          {data && !data.is_origin_set && (
            <Alert color="yellow" icon={<CircleAlert />}>
              {t('stickers.originUnset', { origin: printedOrigin(data) })}
            </Alert>
          )}
          {stickers?.length === 0 && <Alert title={t('devices.none')} />}
          {stickers && stickers.length > 0 && <PaperChoice paper={paper} choose={choose} />}
        </Page>
      </div>
      {data && stickers && stickers.length > 0 && (
        <Sheets
          label={t('stickers.title')}
          items={stickers}
          paper={paper}
          draw={(facts, { sticker }, place) => (
            <Sticker
              key={facts.id}
              facts={facts}
              origin={printedOrigin(data)}
              size={sticker}
              place={place}
            />
          )}
        />
      )}
    </>
  )
}

function useStickers(
  address: URLSearchParams,
  chosen: ReturnType<typeof keptChoice<'devices'>>,
  enabled: boolean,
) {
  const query = {
    id: address.get('device') ?? undefined,
    search: address.get('search') ?? undefined,
    device_type: address.get('type') ?? undefined,
  }
  return useQuery({
    enabled,
    queryKey: ['devices', 'stickers', query, chosen],
    queryFn: ({ signal }) =>
      chosen
        ? call(calls.chosenRows.stickers, { body: { chosen }, signal })
        : call(calls.devices.stickers, { query, signal }),
    // Always prints current data.
    staleTime: 0,
  })
}

interface Placed {
  location: string
  device_number: string
}

const inOrder = new Intl.Collator(undefined, { numeric: true })

/** In the order of a walk through the rooms: W-2 before W-10. */
function byPlaceAndNumber(one: Placed, other: Placed): number {
  return (
    inOrder.compare(one.location, other.location) ||
    inOrder.compare(one.device_number, other.device_number)
  )
}
