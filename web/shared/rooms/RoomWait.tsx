import type { Device } from '@coinless/contract/devices.ts'
import { Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { BusyButton } from '../forms/BusyButton.tsx'
import { showFailure } from '../queries/failures.ts'
import { showAnswer } from '../queries/query-client.ts'
import { t } from '../texts/texts.ts'
import { timeOrDate } from '../ui/formats.ts'
import { ChooseNotifications } from './ChooseNotifications.tsx'
import { waitsQuery } from './room-queries.ts'

interface RoomWaitProps {
  /** Number of the room. */
  room: string
  type: Device['device_type']
  /** Whether a machine is available, so that there is no need to wait. */
  isFree: boolean
}

/** Lets a user subscribe to an available machine of this type, and shows the subscription. */
export function RoomWait({ room, type, isFree }: RoomWaitProps) {
  const query = waitsQuery(room)
  const queryClient = useQueryClient()
  const { data } = useQuery(query)
  const sayFailure = showFailure(t('rooms.waitFailed'))
  const known = {
    onSuccess: (waits: NonNullable<typeof data>) => showAnswer(query.queryKey, waits),
    onError: (error: Error) => {
      sayFailure(error)
      // It may have been changed, and only its answer was lost.
      void queryClient.invalidateQueries({ queryKey: query.queryKey })
    },
  }
  const params = { number: room }
  const ask = useMutation({
    ...known,
    mutationFn: () => call(calls.rooms.wait, { params, body: { device_type: type } }),
  })
  const takeBack = useMutation({
    ...known,
    mutationFn: () =>
      call(calls.rooms.stopWaiting, { params: { number: room, device_type: type } }),
  })
  const wait = data?.data.find(({ device_type }) => device_type === type)
  if (!data || (isFree && !wait)) return null
  return (
    <Stack
      px="md"
      pt="xs"
      gap="xs"
      align="start"
      role="group"
      aria-label={t('rooms.tellMe')}
      tabIndex={-1}
      style={{ outline: 'none' }}
    >
      {wait ? (
        <>
          <Group gap="xs">
            <Text size="sm">{t('rooms.waiting', { time: timeOrDate(wait.expires_at) })}</Text>
            <BusyButton
              size="xs"
              variant="default"
              isBusy={takeBack.isPending}
              onClick={() => takeBack.mutate()}
            >
              {t('rooms.stopWaiting')}
            </BusyButton>
          </Group>
          <ChooseNotifications />
        </>
      ) : (
        <BusyButton variant="light" isBusy={ask.isPending} onClick={() => ask.mutate()}>
          {t('rooms.tellMe')}
        </BusyButton>
      )}
    </Stack>
  )
}
