import { z } from 'zod'
import { mailedNotificationKinds, notificationKinds } from './choices.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import { text } from './fields.ts'
import { limits } from './limits.ts'
import { timeZone } from './time-zone.ts'

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'not_a_time_of_day' satisfies Problem)

const QuietHours = z
  .strictObject({
    from: timeOfDay,
    until: timeOfDay.describe('On the next day if not later than from'),
    time_zone: timeZone,
  })
  .describe(
    'Nothing is sent during these hours. Refund notifications are sent afterwards; refund mails are sent at once',
  )

/** Notifications that an account wants about the machines it pays for. */
export const NotificationChoices = z.strictObject({
  push: z
    .array(z.enum(notificationKinds))
    .max(notificationKinds.length)
    .describe('Sent to subscribed browsers'),
  mail: z
    .array(z.enum(mailedNotificationKinds))
    .max(mailedNotificationKinds.length)
    .describe('Sent to a verified address. Refunds are always mailed'),
  quiet_hours: QuietHours.nullable(),
  weekly_mail: z
    .strictObject({ time_zone: timeZone })
    .nullable()
    .optional()
    .describe(
      'Weekly summary, mailed on Monday morning: revenue, devices without an answer, open reports. Omitted: unchanged',
    ),
})
export type NotificationChoices = z.infer<typeof NotificationChoices>

export const Notifications = NotificationChoices.extend({
  is_answered: z
    .boolean()
    .describe('Whether the user has chosen. Until then, a client can ask at the first payment'),
  is_subscribed: z.boolean().describe('Whether the browser of this session is subscribed'),
  subscriptions: z.int().describe('Number of your subscribed browsers'),
  public_key: z.string().describe('Public key for browser subscriptions, in base64url'),
})
export type Notifications = z.infer<typeof Notifications>

const endpointOfBrowser = text(limits.pushEndpointMax).describe(
  'Endpoint from the browser, at one of the known push services',
)

/** In base64url. */
export const PushSubscription = z.strictObject({
  endpoint: endpointOfBrowser,
  p256dh: z.string().regex(/^[\w-]{87}$/),
  auth: z.string().regex(/^[\w-]{22}$/),
})
export type PushSubscription = z.infer<typeof PushSubscription>

export const notifications = {
  get: endpoint('GET', '/users-me/notifications', {
    summary: 'Get your notification settings for machines that you pay for',
    may: 'signed-in',
    needs: 'account',
    reply: Notifications,
  }),
  choose: endpoint('PUT', '/users-me/notifications', {
    summary: 'Set your notifications for machines that you pay for',
    may: 'signed-in',
    needs: 'account',
    body: NotificationChoices,
    reply: Notifications,
  }),
  subscribe: endpoint('POST', '/users-me/push-subscription', {
    summary:
      'Subscribe the browser of this session to your notifications until the session ends. Replaces any other user of this browser',
    may: 'signed-in',
    needs: 'account',
    body: PushSubscription,
    reply: Notifications,
    refusals: ['push_not_possible'],
  }),
  renewSubscription: endpoint('PUT', '/users-me/push-subscription', {
    summary:
      'Renew a subscription after signing in again in the same browser. No effect if the subscription was not yours',
    may: 'signed-in',
    needs: 'account',
    body: z.strictObject({ endpoint: endpointOfBrowser }),
    reply: Notifications,
  }),
  unsubscribe: endpoint('DELETE', '/users-me/push-subscription', {
    summary: 'Unsubscribe the browser of this session',
    may: 'signed-in',
    needs: 'account',
    reply: Notifications,
  }),
}
