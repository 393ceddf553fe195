import { z } from 'zod'
import { Attention } from './attention.ts'
import { cycleReasons, cycleStates, deviceActivities, paymentMethods } from './choices.ts'
import { Controller, ControllerDetail } from './controllers.ts'
import { DeviceLink } from './device-links.ts'
import { endpoint } from './endpoint.ts'
import { id, timestamp, trueOrFalse } from './fields.ts'
import { limits } from './limits.ts'
import { OneTransaction } from './transactions.ts'

const remainingSeconds = z
  .int()
  .nullable()
  .describe('Until ends_at, at the moment of the response: the clock of whoever reads may be wrong')

const isMeasured = z
  .boolean()
  .describe('Whether a controller reported it; false: estimated from payments and the clock')

const silentSince = timestamp
  .nullable()
  .describe('When the controller was last heard, if it does not answer')

/** Current state of a device. Does not name the payer, because everyone who sees the device sees it. */
export const DeviceState = z.object({
  device_id: id,
  state: z
    .enum(deviceActivities)
    .describe(
      'in_use: it runs without an open cycle, such as switched on by hand. no_answer: it is not known whether it is free. done: finished a short time ago. out_of_order: closed, or its controller reports a fault',
    ),
  is_measured: isMeasured,
  since: timestamp.nullable().describe('Since when it is in this state, where that is known'),
  ends_at: timestamp.nullable().describe('Planned end, while running'),
  remaining_seconds: remainingSeconds,
  silent_since: silentSince,
})
export type DeviceState = z.infer<typeof DeviceState>

/** One paid run of a device, for callers who may see its payment. */
export const Cycle = z.object({
  id: id.describe('Also the id of its payment'),
  device_id: id,
  device_label: z.string(),
  device_number: z.string(),
  state: z.enum(cycleStates),
  reason: z.enum(cycleReasons).nullable().describe('Why it ended; null until then'),
  is_measured: isMeasured,
  paid_at: timestamp,
  run_since: timestamp.nullable(),
  ends_at: timestamp.nullable().describe('Planned end; null until it runs'),
  remaining_seconds: remainingSeconds,
  ended_at: timestamp.nullable(),
  silent_since: silentSince,
  amount: z.number().describe('Dollars'),
  payment_method: z.enum(paymentMethods),
  given_back: z.number().describe('Dollars given back, or about to be'),
  is_back_pending: z.boolean().describe('Whether a part of that has not arrived yet'),
  is_yours: z.boolean().describe('Whether you paid'),
  is_stopping: z.boolean().describe('Its customer stops it, and it is not known to be off yet'),
  may_stop: z.boolean(),
  stop_gives_back: z
    .number()
    .nullable()
    .describe('Dollars that you get back if it stops now; null where you may not stop it'),
  may_start_anew: z
    .boolean()
    .describe('The machine took none of its coins: you may start it once more, free of charge'),
  start_anew_until: timestamp.nullable().describe('Everything is given back then'),
})
export type Cycle = z.infer<typeof Cycle>

const idLength = 36

/** Unique ids, separated by commas. */
const ids = z
  .string()
  .max(limits.listLimitMax * (idLength + 1))
  .transform((list) => [...new Set(list.split(',').filter((each) => each !== ''))])
  .pipe(z.array(id).max(limits.listLimitMax))

/** Live states of machines and payments. The first event holds everything, later ones only changes. */
export const LiveEvent = z.object({
  devices: z.array(DeviceState),
  cycles: z.array(Cycle),
  controller: ControllerDetail.nullish().describe('null: there is none that you may see'),
  controllers: z.array(Controller).optional().describe('As they are listed'),
  link: DeviceLink.nullish().describe('null: there is none that you may see'),
  transaction: OneTransaction.nullish().describe('null: there is none that you may see'),
  attention: Attention.optional(),
})
export type LiveEvent = z.infer<typeof LiveEvent>

export const cycles = {
  deviceStates: endpoint('GET', '/device-states', {
    summary: 'Get what devices are doing; devices you may not see are left out',
    may: 'signed-in',
    needs: 'read_devices',
    isForStaff: 'places',
    query: z.strictObject({ ids }),
    reply: z.object({ data: z.array(DeviceState) }),
  }),
  open: endpoint('GET', '/cycles/open', {
    summary:
      'List cycles that you paid for and that have not ended, or did so a short time ago: open ones first, then newest first',
    may: 'signed-in',
    needs: 'pay',
    reply: z.object({ data: z.array(Cycle) }),
  }),
  get: endpoint('GET', '/cycles/:id', {
    summary: 'Get the cycle of a payment',
    may: 'signed-in',
    needs: 'read_money',
    isForStaff: 'places',
    params: z.strictObject({ id }),
    reply: Cycle,
    refusals: ['cycle_not_found'],
  }),
  stop: endpoint('POST', '/cycles/:id/stop', {
    summary:
      'Stop the machine that you paid for, or decline the new start that is offered; what is stopped already stays so',
    may: 'signed-in',
    needs: 'pay',
    params: z.strictObject({ id }),
    reply: Cycle,
    refusals: [
      'cycle_not_found',
      'not_yours',
      'cycle_starting',
      'cycle_ended',
      'cannot_be_stopped',
    ],
  }),
  startAnew: endpoint('POST', '/cycles/:id/restart', {
    summary:
      'Start a machine once more that took no coins, free of charge; a second call is no start',
    may: 'signed-in',
    needs: 'pay',
    params: z.strictObject({ id }),
    reply: Cycle,
    refusals: ['cycle_not_found', 'not_yours', 'cycle_ended', 'no_new_start'],
  }),
  events: endpoint('GET', '/cycle-events', {
    summary:
      'Follow devices, cycles, controllers, the link of a device, a transaction and what needs attention: server-sent events with what has changed, as long as the connection and the session last',
    may: 'signed-in',
    needs: 'any',
    isForStaff: 'places',
    query: z.strictObject({
      devices: ids.optional(),
      cycles: ids.optional(),
      controller: id.optional().describe('With its channels and what it said lately'),
      controllers: ids.optional().describe('As they are listed'),
      link: id.optional().describe('Of the device'),
      transaction: id.optional(),
      attention: trueOrFalse.optional(),
    }),
    reply: LiveEvent,
    replyIsEvents: true,
    refusals: ['too_busy'],
  }),
}
