import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

/**
 * A browser with this answer to the notification prompt. Headless Chromium does not prompt, and its push
 * service is unreachable. Only the worker is real.
 */
export async function notifyingBrowser(page: Page, answer: 'granted' | 'denied') {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`
  await page.addInitScript(
    ({ answer, endpoint }) => {
      const keys = {
        p256dh:
          'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4=',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg==',
      }
      const subscription = {
        get endpoint() {
          return localStorage.getItem('renewed') ?? endpoint
        },
        toJSON: () => ({ endpoint: subscription.endpoint, keys }),
        unsubscribe: async () => localStorage.removeItem('subscribed'),
      }
      Object.defineProperty(Notification, 'permission', {
        get: () => localStorage.getItem('answer') ?? 'default',
      })
      Notification.requestPermission = async () => {
        localStorage.setItem('answer', answer)
        return answer
      }
      Object.assign(PushManager.prototype, {
        subscribe: async () => {
          localStorage.setItem('subscribed', 'yes')
          return subscription
        },
        getSubscription: async () => (localStorage.getItem('subscribed') ? subscription : null),
      })
    },
    { answer, endpoint },
  )
}

/** Simulates a push service that replaces the subscription. */
export async function renewSubscription(page: Page): Promise<string> {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`
  await page.evaluate((renewed) => localStorage.setItem('renewed', renewed), endpoint)
  return endpoint
}

/** Whether the browser accepts push messages. */
export function isSubscribed(page: Page): Promise<boolean> {
  return page.evaluate(() => localStorage.getItem('subscribed') !== null)
}
