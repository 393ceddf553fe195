import { z } from 'zod'
import { mailedNoticeKinds, noticeKinds } from './choices.ts'
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
    until: timeOfDay.describe('The next day, if that is not later than from'),
    time_zone: timeZone,
  })
  .describe('When nothing is sent. Money that went back is told after; its mail is sent at once')

/** Notifications that an account wants about the machines it pays for. */
export const NotificationChoices = z.strictObject({
  push: z
    .array(z.enum(noticeKinds))
    .max(noticeKinds.length)
    .describe('By browsers that are subscribed'),
  mail: z
    .array(z.enum(mailedNoticeKinds))
    .max(mailedNoticeKinds.length)
    .describe('To a verified address. Of money that went back a mail tells in any case'),
  quiet_hours: QuietHours.nullable(),
  weekly_mail: z
    .strictObject({ time_zone: timeZone })
    .nullable()
    .optional()
    .describe(
      'A mail each Monday morning: earned last week, silent machines, open reports. Omitted: as before',
    ),
})
export type NotificationChoices = z.infer<typeof NotificationChoices>

export const Notifications = NotificationChoices.extend({
  is_answered: z
    .boolean()
    .describe('Whether somebody has chosen: until then a screen may ask, at the first payment'),
  is_subscribed: z.boolean().describe('Whether the browser of this session is told'),
  subscriptions: z.int().describe('How many browsers of yours are told'),
  public_key: z.string().describe('For browsers that subscribe, in base64url'),
})
export type Notifications = z.infer<typeof Notifications>

const endpointOfBrowser = text(limits.pushEndpointMax).describe(
  'As the browser names it, at one of the known push services',
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
    summary: 'Get what you are told of the machines you pay for',
    may: 'signed-in',
    needs: 'account',
    reply: Notifications,
  }),
  choose: endpoint('PUT', '/users-me/notifications', {
    summary: 'Choose what you are told of the machines you pay for',
    may: 'signed-in',
    needs: 'account',
    body: NotificationChoices,
    reply: Notifications,
  }),
  subscribe: endpoint('POST', '/users-me/push-subscription', {
    summary:
      'Be told by the browser of this session, and nobody else by it, until the session ends',
    may: 'signed-in',
    needs: 'account',
    body: PushSubscription,
    reply: Notifications,
    refusals: ['push_not_possible'],
  }),
  renewSubscription: endpoint('PUT', '/users-me/push-subscription', {
    summary:
      'Go on being told by a browser in which you signed in again; no effect if it was not yours',
    may: 'signed-in',
    needs: 'account',
    body: z.strictObject({ endpoint: endpointOfBrowser }),
    reply: Notifications,
  }),
  unsubscribe: endpoint('DELETE', '/users-me/push-subscription', {
    summary: 'Be told no more by the browser of this session',
    may: 'signed-in',
    needs: 'account',
    reply: Notifications,
  }),
}
