import { Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { showFailure } from '../../shared/queries/failures.ts'
import { useSingleMutation } from '../../shared/queries/use-single-mutation.ts'
import { storeSession } from '../../shared/session/session-store.ts'
import { t } from '../../shared/texts/texts.ts'

/**
 * Offers guest access at a machine. Its space is reserved until the server answers whether guests are allowed. Loads
 * without the query library, which the sign-in screen does not use.
 */
export function GuestOffer({ answered }: { answered: (areWelcome: boolean) => void }) {
  const [areWelcome, setWelcome] = useState<boolean>()
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    call(calls.guests.settings, { signal }).then(
      ({ are_welcome }) => {
        setWelcome(are_welcome)
        answered(are_welcome)
      },
      // If guests are not allowed, the attempt shows the reason.
      () => signal.aborted || setWelcome(true),
    )
    return () => leaving.abort()
  }, [answered])
  const beginning = useSingleMutation({
    mutationKey: ['guests', 'begin'],
    mutationFn: () => call(calls.guests.begin),
    onSuccess: storeSession,
    onError: showFailure(t('auth.guestFailed')),
  })
  if (areWelcome === false) return null
  return (
    <Stack gap={4} style={{ visibility: areWelcome ? undefined : 'hidden' }}>
      <BusyButton size="md" isBusy={beginning.isPending} onClick={() => beginning.mutate()}>
        {t('auth.guest')}
      </BusyButton>
      <Text size="sm" c="dimmed" ta="center">
        {t('auth.guestHint')}
      </Text>
    </Stack>
  )
}
