import { z } from 'zod'
import { RoomBooking } from './bookings.ts'
import {
  deliveryFailures,
  deliveryStatuses,
  testEventType,
  type WebhookEventType,
  webhookEventTypes,
} from './choices.ts'
import { Cycle } from './cycles.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import {
  id,
  listOf,
  optionalText,
  text,
  timestamp,
  versionQuery,
  wholeListQuery,
} from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { PrepaidCode } from './prepaid-codes.ts'
import { RoomQueueEntry } from './queues.ts'
import { Refund } from './refunds.ts'
import { OneReportCase } from './reports.ts'
import { Transaction } from './transactions.ts'

export const Webhook = z.object({
  id,
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.enum(webhookEventTypes)),
  is_enabled: z.boolean(),
  rested_at: timestamp
    .nullable()
    .describe('When the webhook was disabled because deliveries failed for days'),
  failing_since: timestamp.nullable().describe('Since when all attempts have failed'),
  old_secret_until: timestamp
    .nullable()
    .describe('Until this time, deliveries are also signed with the previous secret'),
  created_at: timestamp,
})
export type Webhook = z.infer<typeof Webhook>

export const WithSecret = Webhook.extend({
  secret: z.string().describe('Secret that signs deliveries. Returned only once'),
})
export type WithSecret = z.infer<typeof WithSecret>

export const Delivery = z.object({
  id,
  event_id: id.describe('Id of the event. The same for all attempts and all webhooks'),
  type: z.enum([...webhookEventTypes, testEventType]),
  status: z.enum(deliveryStatuses),
  tries: z.int(),
  failure: z.enum(deliveryFailures).nullable().describe('Result of the last attempt'),
  answer_status: z.int().nullable().describe('HTTP status of the last response'),
  answer_start: z
    .string()
    .nullable()
    .describe('Start of the last response. Characters other than plain text are escaped'),
  took_ms: z.int().nullable().describe('Duration of the last attempt in milliseconds'),
  created_at: timestamp,
  tried_at: timestamp.nullable(),
  next_try_at: timestamp.nullable().describe('null: no further attempt'),
})
export type Delivery = z.infer<typeof Delivery>

/** Data of each event: objects of the API, without secrets. */
export const eventData = {
  'payment.created': Transaction,
  'refund.completed': Refund.extend({ transaction_id: id }),
  'refund.failed': Refund.extend({ transaction_id: id }),
  'cycle.started': Cycle,
  'cycle.ended': Cycle,
  'report.created': OneReportCase,
  'code.used_up': PrepaidCode.omit({ code: true }),
  'booking.created': RoomBooking,
  'booking.moved': RoomBooking,
  'booking.ended': RoomBooking,
  'queue.joined': RoomQueueEntry,
  'queue.turn': RoomQueueEntry,
  'queue.ended': RoomQueueEntry,
} as const satisfies Record<WebhookEventType, z.ZodType>

/** As parsed by the URL standard. */
const webAddress = text(limits.webhookUrlMax).refine(
  (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
  'not_a_web_address' satisfies Problem,
)

const body = z.strictObject({
  url: webAddress,
  description: optionalText(limits.nameMax),
  events: z
    .array(z.enum(webhookEventTypes))
    .min(1, 'none_chosen' satisfies Problem)
    .max(webhookEventTypes.length)
    .transform((events) => [...new Set(events)]),
})

const params = z.strictObject({ id })

/** Rights needed to choose a receiver, which gets everything that events contain. */
const whatWebhooksTell = [
  'webhooks',
  'read_devices',
  'reports',
  'read_codes',
  'read_money',
] as const

export const webhooks = {
  list: endpoint('GET', '/webhooks', {
    summary: 'List your webhooks, newest first',
    may: 'account',
    needs: 'webhooks',
    query: wholeListQuery,
    reply: listOf(Webhook),
    refusals: ['list_too_long'],
  }),
  get: endpoint('GET', '/webhooks/:id', {
    summary: 'Get one of your webhooks',
    may: 'account',
    needs: 'webhooks',
    params,
    reply: Webhook,
    refusals: ['webhook_not_found'],
  }),
  create: endpoint('POST', '/webhooks', {
    summary:
      'Add a webhook that receives events of your devices and codes. The secret is returned only once',
    may: 'account',
    needs: whatWebhooksTell,
    body,
    reply: WithSecret,
    creates: true,
    takesIdempotencyKey: true,
    refusals: ['too_many_webhooks', 'too_many_unverified', 'webhook_address_refused'],
    requestsPerMinute: requestsPerMinute.webhooks,
  }),
  update: endpoint('PUT', '/webhooks/:id', {
    summary: 'Update a webhook. A re-enabled webhook receives events from then on',
    may: 'account',
    needs: whatWebhooksTell,
    params,
    query: versionQuery,
    body: body.extend({ is_enabled: z.boolean() }),
    reply: Webhook,
    refusals: ['webhook_not_found', 'changed_meanwhile', 'webhook_address_refused'],
  }),
  replaceSecret: endpoint('POST', '/webhooks/:id/secret', {
    summary: `Replace the secret of a webhook. Deliveries are also signed with the old secret for ${limits.oldSecretHours} hours`,
    may: 'account',
    needs: 'webhooks',
    params,
    reply: WithSecret,
    refusals: ['webhook_not_found'],
    requestsPerMinute: requestsPerMinute.webhooks,
  }),
  delete: endpoint('DELETE', '/webhooks/:id', {
    summary: 'Delete a webhook and its deliveries',
    may: 'account',
    needs: 'webhooks',
    params,
    reply: null,
    refusals: ['webhook_not_found'],
  }),
  deliveries: endpoint('GET', '/webhooks/:id/deliveries', {
    summary: `List the deliveries of a webhook in the last ${limits.deliveryKeptDays} days, newest first`,
    may: 'account',
    needs: 'webhooks',
    params,
    query: wholeListQuery.extend({ status: z.enum(deliveryStatuses).optional() }),
    reply: listOf(Delivery),
    refusals: ['webhook_not_found', 'list_too_long'],
  }),
  test: endpoint('POST', '/webhooks/:id/test', {
    summary: 'Send a test event to a webhook',
    may: 'account',
    needs: 'webhooks',
    params,
    reply: Delivery,
    creates: true,
    refusals: ['webhook_not_found', 'webhook_disabled'],
    requestsPerMinute: requestsPerMinute.webhooks,
  }),
  sendAgain: endpoint('POST', '/webhook-deliveries/:id/resend', {
    summary: 'Send an event again with the same id. A waiting delivery is sent at once',
    may: 'account',
    needs: 'webhooks',
    params,
    reply: Delivery,
    refusals: ['delivery_not_found', 'webhook_disabled'],
    requestsPerMinute: requestsPerMinute.webhooks,
  }),
}
