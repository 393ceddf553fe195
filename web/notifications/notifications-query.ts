import type { NotificationChoices, Notifications } from '@coinless/contract/notifications.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import {
  abilityOf,
  endpointOfBrowser,
  subscribeBrowser,
  unsubscribeBrowser,
} from '../push/browser.ts'
import { showFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'
import { showError } from '../ui/toasts.ts'
import { whyNot } from './why-not.ts'

/** With what this browser can do, which somebody may change in its settings. */
const here = (told: Notifications) => ({ ...told, ability: abilityOf() })
export type NotificationsHere = ReturnType<typeof here>

export const notificationsQuery = queryOptions({
  queryKey: ['me', 'notifications'],
  queryFn: async ({ signal }) => {
    const told = await call(calls.notifications.get, { signal })
    return here(await agreed(told, await endpointOfBrowser(), signal))
  },
})

/**
 * Whoever has signed in again goes on being told by a browser that was theirs before. One that has lost its
 * subscription, as by its settings, shows nothing any more.
 */
async function agreed(told: Notifications, endpoint: string | undefined, signal: AbortSignal) {
  if (told.is_subscribed === (endpoint !== undefined)) return told
  return endpoint
    ? call(calls.notifications.renewSubscription, { body: { endpoint }, signal })
    : call(calls.notifications.unsubscribe, { signal })
}

/** What this browser is told, and an answer that stays an answer. */
export function useNotifications() {
  const queryClient = useQueryClient()
  const { queryKey } = notificationsQuery
  const known = {
    onSuccess: async (told: Notifications) => {
      // What was asked before, as when a prompt gave the page back, would be shown over it.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, here(told))
    },
    onError: showFailure(t('notifications.failed')),
  }
  const turnOn = useMutation({
    ...known,
    mutationFn: async (told: Notifications) => {
      const body = await subscribeBrowser(told.public_key)
      if (typeof body === 'object') return call(calls.notifications.subscribe, { body })
      showError(whyNot(body))
      return told
    },
  })
  const turnOff = useMutation({
    ...known,
    mutationFn: async () => {
      await unsubscribeBrowser()
      return call(calls.notifications.unsubscribe)
    },
  })
  const choose = useMutation({
    ...known,
    mutationFn: ({ push, mail, quiet_hours }: NotificationChoices) =>
      call(calls.notifications.choose, { body: { push, mail, quiet_hours } }),
  })
  return { turnOn, turnOff, choose }
}
