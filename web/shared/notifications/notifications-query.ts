import type { NotificationChoices, Notifications } from '@coinless/contract/notifications.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { endpointOfBrowser, subscribeBrowser, type Unsubscribed } from '../push/browser.ts'
import { pushSupport, unsubscribeBrowser } from '../push/subscription.ts'
import { showFailure } from '../queries/failures.ts'
import { showAnswer } from '../queries/query-client.ts'
import {
  forgetPushEndpoint,
  pushEndpointHere,
  storePushEndpoint,
} from '../session/session-store.ts'
import { t } from '../texts/texts.ts'
import { showError } from '../ui/toasts.ts'
import { explainUnavailable } from './explain-unavailable.ts'

/** Adds the abilities of this browser, which its settings can change. */
const here = (told: Notifications) => ({ ...told, ability: pushSupport() })
export type NotificationsHere = ReturnType<typeof here>

export const notificationsQuery = queryOptions({
  queryKey: ['me', 'notifications'],
  queryFn: async ({ signal }) => {
    const told = await call(calls.notifications.get, { signal })
    return here(await agreed(told, signal))
  },
})

/**
 * Reports a renewed or lost subscription to the server. Users who sign in again keep the notifications of a browser
 * that was theirs. A browser that lost its subscription, for example by its settings, shows none.
 */
async function agreed(told: Notifications, signal: AbortSignal): Promise<Notifications> {
  const endpoint = await endpointOfBrowser()
  if (!endpoint) {
    forgetPushEndpoint()
    return told.is_subscribed ? call(calls.notifications.unsubscribe, { signal }) : told
  }
  const known = pushEndpointHere()
  if (told.is_subscribed && known === endpoint) return told
  if (!told.is_subscribed && !known) {
    return call(calls.notifications.renewSubscription, { body: { endpoint }, signal })
  }
  const answer = await subscribeHere(told)
  return typeof answer === 'object' ? answer : told
}

async function subscribeHere({ public_key }: Notifications): Promise<Notifications | Unsubscribed> {
  const body = await subscribeBrowser(public_key)
  if (typeof body !== 'object') return body
  const told = await call(calls.notifications.subscribe, { body })
  storePushEndpoint(body.endpoint)
  return told
}

/** Actions that change the push subscription of this browser and the user's choices. */
export function useNotifications() {
  const { queryKey } = notificationsQuery
  const known = {
    onSuccess: (told: Notifications) => showAnswer(queryKey, here(told)),
    onError: showFailure(t('notifications.failed')),
  }
  const turnOn = useMutation({
    ...known,
    mutationFn: async (told: Notifications) => {
      const answer = await subscribeHere(told)
      if (typeof answer === 'object') return answer
      showError(explainUnavailable(answer))
      return told
    },
  })
  const turnOff = useMutation({
    ...known,
    mutationFn: async () => {
      forgetPushEndpoint()
      await unsubscribeBrowser()
      return call(calls.notifications.unsubscribe)
    },
  })
  const choose = useMutation({
    ...known,
    mutationFn: ({ push, mail, quiet_hours, weekly_mail }: NotificationChoices) =>
      call(calls.notifications.choose, { body: { push, mail, quiet_hours, weekly_mail } }),
  })
  return { turnOn, turnOff, choose }
}
