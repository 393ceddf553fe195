import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../account/auth-context.tsx'
import { LazyProof } from '../account/LazyProof.tsx'
import { BusyButton } from '../forms/BusyButton.tsx'
import { explainUnavailable } from '../notifications/explain-unavailable.ts'
import { notificationsQuery, useNotifications } from '../notifications/notifications-query.ts'
import { t } from '../texts/texts.ts'

/** Asks a waiting user without any notification channel to choose one. */
export function ChooseNotifications() {
  const { email_verified, is_guest } = useUser()
  const { data } = useQuery(notificationsQuery)
  const { turnOn, choose } = useNotifications()
  const [isProving, setProving] = useState(false)
  if (!data) return null
  const { ability, push, mail, subscriptions } = data
  const isByPush = push.includes('one_free') && subscriptions > 0
  const isByMail = mail.includes('one_free') && email_verified
  if (isByPush || isByMail) return null
  const byMail = () =>
    choose.mutate({ ...data, mail: [...mail.filter((kind) => kind !== 'one_free'), 'one_free'] })
  const isBusy = turnOn.isPending || choose.isPending
  async function inBrowser(now: NonNullable<typeof data>) {
    const told = now.is_subscribed ? now : await turnOn.mutateAsync(now)
    if (told.push.includes('one_free')) return
    await choose.mutateAsync({ ...told, push: [...told.push, 'one_free'] })
  }
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {t(ability !== 'possible' && is_guest ? 'rooms.cannotTell' : 'rooms.howTold')}
      </Text>
      {ability !== 'possible' && <Text size="sm">{explainUnavailable(ability)}</Text>}
      <Group gap="xs">
        {ability === 'possible' && (
          <BusyButton
            isBusy={turnOn.isPending}
            disabled={isBusy}
            // Failures were reported already.
            onClick={() => void inBrowser(data).catch(() => {})}
          >
            {t('notifications.allow')}
          </BusyButton>
        )}
        {!is_guest && (
          <BusyButton
            variant={ability === 'possible' ? 'default' : 'filled'}
            isBusy={choose.isPending}
            disabled={isBusy || isProving}
            onClick={() => (email_verified ? byMail() : setProving(true))}
          >
            {t('notifications.byMail')}
          </BusyButton>
        )}
      </Group>
      {isProving && !email_verified && <LazyProof proved={byMail} takesFocus />}
    </Stack>
  )
}
