import { Alert, Anchor, Card, Stack, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import type { ShownState } from '../../shared/live/live-queries.ts'
import { awaited } from '../../shared/loading/own-code.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { LazyOthers } from '../../shared/rooms/LazyOthers.tsx'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { timeOrDate } from '../../shared/ui/formats.ts'
import { LoadFailure } from '../../shared/ui/LoadFailure.tsx'
import { DevicePicker } from './DevicePicker.tsx'
import { Programmes } from './Programmes.tsx'
import { Terms } from './Terms.tsx'
import type { usePayableDevice } from './use-payable-device.ts'

const ClosingNote = lazy(() => awaited(() => import('./ClosingNote.tsx')))
const StickerField = lazy(() => awaited(() => import('./StickerField.tsx')))

/** undefined: a user who comes with a device, for example from its sticker, needs no others. */
export type Picking = 'by hand' | 'instead' | undefined

interface ChosenDeviceProps {
  payable: ReturnType<typeof usePayableDevice>
  now: ShownState | undefined
  picking: Picking
  setPicking: (picking: Picking) => void
}

/** The device that is paid at, with a way to choose another. */
export function ChosenDevice({ payable, now, picking, setPicking }: ChosenDeviceProps) {
  const {
    device,
    isLoading,
    problem,
    retry,
    choose,
    chooseProgramme,
    sticker,
    others,
    roomOf,
    look,
  } = payable
  const [address] = useSearchParams()
  const isPicking = Boolean(picking ?? problem) || !(address.has('device') || isLoading)
  function byHand<To>(go: (to: To) => void) {
    return (to: To) => {
      setPicking('by hand')
      go(to)
    }
  }
  return (
    <>
      {problem && retry && <LoadFailure message={problem} retry={retry} />}
      {problem && !retry && (
        <Alert color="yellow" icon={<CircleAlert />} title={problem}>
          {roomOf && (
            <Anchor component={Link} to={paths.room(roomOf)} c="inherit" underline="always">
              {t('rooms.others')}
            </Anchor>
          )}
        </Alert>
      )}
      {problem && others && <LazyOthers machines={others} />}
      {isPicking && (
        <Card withBorder padding="sm">
          <Stack>
            <DevicePicker
              device={device}
              choose={byHand(choose)}
              takesFocus={picking === 'instead'}
            />
            <Suspense>
              <StickerField number={device?.sticker_number ?? sticker} look={byHand(look)} />
            </Suspense>
          </Stack>
        </Card>
      )}
      {now?.booked_at && (
        <Text size="sm" fw={600}>
          {t('payments.bookedAt', { time: timeOrDate(now.booked_at) })}
        </Text>
      )}
      {device?.landlord_accepted && now && (
        <Suspense>
          <ClosingNote device={device} />
        </Suspense>
      )}
      {(device || isLoading) && (
        <Terms
          device={device}
          now={now}
          change={isPicking ? undefined : () => setPicking('instead')}
        >
          {device?.offers && <Programmes device={device} choose={chooseProgramme} />}
        </Terms>
      )}
    </>
  )
}
