import { Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { BusyButton } from '../forms/BusyButton.tsx'
import { showFailure } from '../queries/failures.ts'
import { storeSession } from '../session/session-store.ts'
import { t } from '../texts/texts.ts'

/** For whoever stands before a machine. Its place is kept while nobody knows whether guests are welcome here. */
export default function GuestOffer() {
  const { data } = useQuery({
    queryKey: ['guests'],
    queryFn: ({ signal }) => call(calls.guests.settings, { signal }),
  })
  const beginning = useMutation({
    mutationFn: () => call(calls.guests.begin),
    onSuccess: storeSession,
    onError: showFailure(t('auth.guestFailed')),
  })
  if (data && !data.are_welcome) return null
  return (
    <Stack gap={4} style={{ visibility: data ? undefined : 'hidden' }}>
      <BusyButton
        variant="light"
        size="md"
        isBusy={beginning.isPending}
        onClick={() => beginning.mutate()}
      >
        {t('auth.guest')}
      </BusyButton>
      <Text size="sm" c="dimmed" ta="center">
        {t('auth.guestHint')}
      </Text>
    </Stack>
  )
}
