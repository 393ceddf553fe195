import { z } from 'zod'
import { mailedNoticeKinds, noticeKinds } from './choices.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
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

/** What an account wants to be told of the machines it pays for. */
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
})
export type NotificationChoices = z.infer<typeof NotificationChoices>

export const Notifications = NotificationChoices.extend({
  is_answered: z
    .boolean()
    .describe('Whether somebody has chosen: until then a screen may ask, at the first payment'),
})
export type Notifications = z.infer<typeof Notifications>

export const notifications = {
  get: endpoint('GET', '/users-me-notifications', {
    summary: 'Get what you are told of the machines you pay for',
    may: 'signed-in',
    reply: Notifications,
  }),
  choose: endpoint('PUT', '/users-me-notifications', {
    summary: 'Choose what you are told of the machines you pay for',
    may: 'signed-in',
    body: NotificationChoices,
    reply: Notifications,
  }),
}
