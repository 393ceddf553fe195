import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Printer } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { calls } from '../calls/calls.ts'
import { call, messageOf } from '../calls/client.ts'
import { paths } from '../navigation/paths.ts'
import { t } from '../texts/texts.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Page } from '../ui/Page.tsx'
import { BackLink } from '../ui/way-back.tsx'
import { paperNamed, paperNames } from './papers.ts'
import { Sheets } from './Sheets.tsx'

/** The stickers of one device, or of all that a search and a type find, to be printed. */
export default function Stickers() {
  const [address, setAddress] = useSearchParams()
  const paper = paperNamed(address.get('paper'))
  const id = address.get('device') ?? undefined
  const { data, error, refetch } = useStickers(address)
  const stickers = useMemo(() => data && [...data.data].sort(byPlaceAndNumber), [data])

  function choose(name: string) {
    const next = new URLSearchParams(address)
    next.set('paper', name)
    setAddress(next, { replace: true })
  }
  return (
    <>
      <div className="screen-only">
        <Page title={t('stickers.title')}>
          {error && (
            <LoadFailure
              message={messageOf(error, t('devices.loadListFailed'))}
              retry={() => void refetch()}
            />
          )}
          {!data && !error && <Loading rows={4} />}
          {data && !data.is_origin_set && (
            <Alert color="yellow" icon={<CircleAlert />}>
              {t('stickers.originUnset', { origin: data.origin })}
            </Alert>
          )}
          {stickers?.length === 0 && <Alert title={t('devices.none')} />}
          {stickers && stickers.length > 0 && (
            <Stack gap="xs">
              <Group align="flex-end">
                <NativeSelect
                  label={t('stickers.paper')}
                  value={paper}
                  onChange={(event) => choose(event.currentTarget.value)}
                  data={paperNames.map((value) => ({
                    value,
                    label: t(`stickers.papers.${value}`),
                  }))}
                  maw="100%"
                />
                <Button
                  leftSection={<Printer size={16} aria-hidden />}
                  onClick={() => window.print()}
                >
                  {t('transactions.print')}
                </Button>
              </Group>
              <Text size="sm" c="dimmed">
                {t('stickers.printHint')}
              </Text>
            </Stack>
          )}
          <BackLink to={id ? paths.device(id) : paths.devices}>{t('devices.back')}</BackLink>
        </Page>
      </div>
      {data && stickers && stickers.length > 0 && (
        <Sheets stickers={stickers} origin={data.origin} paper={paper} />
      )}
    </>
  )
}

function useStickers(address: URLSearchParams) {
  const query = {
    id: address.get('device') ?? undefined,
    search: address.get('search') ?? undefined,
    device_type: address.get('type') ?? undefined,
  }
  return useQuery({
    queryKey: ['devices', 'stickers', query],
    queryFn: ({ signal }) => call(calls.devices.stickers, { query, signal }),
    // What is printed is as it is now.
    staleTime: 0,
  })
}

interface Placed {
  location: string
  device_number: string
}

const inOrder = new Intl.Collator(undefined, { numeric: true })

/** As somebody walks through the rooms to stick them on: W-2 before W-10. */
function byPlaceAndNumber(one: Placed, other: Placed): number {
  return (
    inOrder.compare(one.location, other.location) ||
    inOrder.compare(one.device_number, other.device_number)
  )
}
