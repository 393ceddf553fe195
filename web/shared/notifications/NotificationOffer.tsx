import { mailedNotificationKinds } from '@coinless/contract/choices.ts'
import { Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../account/auth-context.tsx'
import { LazyProof } from '../account/LazyProof.tsx'
import { BusyButton } from '../forms/BusyButton.tsx'
import { t } from '../texts/texts.ts'
import { explainUnavailable } from './explain-unavailable.ts'
import { notificationsQuery, useNotifications } from './notifications-query.ts'

interface NotificationOfferProps {
  /** No more notifications follow for this machine: only an answer in progress continues. */
  isOver: boolean
}

/** Asks once, at the first machine that the user pays for, whether and how to notify them. */
export function NotificationOffer({ isOver }: NotificationOfferProps) {
  const { email_verified, is_guest } = useUser()
  const { data } = useQuery(notificationsQuery)
  const { turnOn, choose } = useNotifications()
  const [isProving, setProving] = useState(false)
  if (!data || data.is_answered || (isOver && !isProving)) return null
  const { ability } = data
  const isBusy = turnOn.isPending || choose.isPending
  const answer = (mail: typeof data.mail) => choose.mutate({ ...data, mail })
  const byMail = () => answer([...mailedNotificationKinds])
  return (
    <Paper withBorder p="md" component="section" aria-label={t('notifications.offer')}>
      <Stack gap="xs">
        <Text fw={500}>{t('notifications.offer')}</Text>
        <Text size="sm">{t('notifications.offerHint')}</Text>
        {ability !== 'possible' && <Text size="sm">{explainUnavailable(ability)}</Text>}
        <Group gap="xs">
          {ability === 'possible' && (
            <BusyButton
              isBusy={turnOn.isPending}
              disabled={isBusy}
              onClick={() => turnOn.mutate(data)}
            >
              {t('notifications.allow')}
            </BusyButton>
          )}
          {!is_guest && (
            <BusyButton
              variant={ability === 'possible' ? 'default' : 'filled'}
              isBusy={choose.isPending && choose.variables.mail.length > 1}
              disabled={isBusy || isProving}
              onClick={() => (email_verified ? byMail() : setProving(true))}
            >
              {t('notifications.byMail')}
            </BusyButton>
          )}
          <BusyButton
            variant="subtle"
            isBusy={choose.isPending && choose.variables.mail.length === 1}
            disabled={isBusy}
            // This question does not cover mails about reports.
            onClick={() => answer(['report'])}
          >
            {t('notifications.no')}
          </BusyButton>
        </Group>
        {isProving && !email_verified && <LazyProof proved={byMail} takesFocus />}
      </Stack>
    </Paper>
  )
}
