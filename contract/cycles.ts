import { z } from 'zod'
import { Attention } from './attention.ts'
import { cycleReasons, cycleStates, paymentMethods } from './choices.ts'
import { Controller, ControllerDetail } from './controllers.ts'
import { DeviceLink } from './device-links.ts'
import { DeviceState, isMeasured, remainingSeconds, silentSince } from './device-states.ts'
import { endpoint } from './endpoint.ts'
import { id, timestamp, trueOrFalse } from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { RoomQueues } from './queues.ts'
import { FreeCycle } from './reports.ts'
import { OneTransaction } from './transactions.ts'

/** One paid run of a device, for callers who may see its payment. */
export const Cycle = z.object({
  id: id.describe('Also the id of the payment'),
  device_id: id,
  device_label: z.string(),
  device_number: z.string(),
  state: z.enum(cycleStates),
  reason: z.enum(cycleReasons).nullable().describe('Why the cycle ended. null until it ends'),
  is_measured: isMeasured,
  paid_at: timestamp,
  run_since: timestamp.nullable(),
  ends_at: timestamp.nullable().describe('Planned end. null until the cycle runs'),
  remaining_seconds: remainingSeconds,
  ended_at: timestamp.nullable(),
  silent_since: silentSince,
  amount: z.number().describe('Amount'),
  payment_method: z.enum(paymentMethods),
  given_back: z.number().describe('Refunded amount, including pending refunds'),
  is_back_pending: z.boolean().describe('Whether part of the refund is pending'),
  is_yours: z.boolean().describe('Whether you paid for the cycle'),
  is_stopping: z
    .boolean()
    .describe('The customer is stopping the cycle; the device is not confirmed off yet'),
  may_stop: z.boolean(),
  stop_gives_back: z
    .number()
    .nullable()
    .describe('Amount refunded if the cycle stops now. null if you cannot stop it'),
  may_start_anew: z
    .boolean()
    .describe('The machine took no coins. You can start it once more, free of charge'),
  start_anew_until: timestamp.nullable().describe('After this time the full amount is refunded'),
})
export type Cycle = z.infer<typeof Cycle>

const ofCase = {
  may: 'signed-in',
  needs: 'controllers',
  isForStaff: 'places',
  params: z.strictObject({ id: id.describe('Id of the report case') }),
  reply: FreeCycle,
} as const

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
  controller: ControllerDetail.nullish().describe('null: it does not exist, or you cannot see it'),
  controllers: z.array(Controller).optional().describe('As in the list of controllers'),
  link: DeviceLink.nullish().describe('null: it does not exist, or you cannot see it'),
  transaction: OneTransaction.nullish().describe('null: it does not exist, or you cannot see it'),
  attention: Attention.optional(),
  queues: RoomQueues.nullish().describe('Of the room'),
})
export type LiveEvent = z.infer<typeof LiveEvent>

export const cycles = {
  deviceStates: endpoint('GET', '/device-states', {
    summary: 'Get the current states of devices. Omits devices that you cannot see',
    may: 'signed-in',
    needs: 'read_devices',
    isForStaff: 'places',
    query: z.strictObject({ ids }),
    reply: z.object({ data: z.array(DeviceState) }),
  }),
  open: endpoint('GET', '/cycles/open', {
    summary:
      'List cycles that you paid for and that are open or ended a short time ago. Open cycles first, then newest first',
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
      'Stop the machine that you paid for, or decline the offered restart. No effect if it is already stopped',
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
    summary: 'Restart a machine that took no coins, free of charge. A second call has no effect',
    may: 'signed-in',
    needs: 'pay',
    params: z.strictObject({ id }),
    reply: Cycle,
    refusals: ['cycle_not_found', 'not_yours', 'cycle_ended', 'no_new_start'],
  }),
  startFree: endpoint('POST', '/report-cases/:id/free-cycles', {
    ...ofCase,
    summary:
      'Run the reported device free of charge for `free_minutes` of the case. Nothing is paid, and no revenue recorded',
    body: z.strictObject({
      duration_minutes: z.int().describe('free_minutes as you know it. Refused if it has changed'),
      seen_start_id: id
        .nullable()
        .describe('last_start_id as you know it. Refused if there was another start since'),
    }),
    requestsPerMinute: requestsPerMinute.testStart,
    creates: true,
    takesIdempotencyKey: true,
    refusals: [
      'case_not_found',
      'device_not_found',
      'not_yours',
      'link_not_found',
      'started_meanwhile',
      'changed_meanwhile',
      'cycle_open',
      'device_not_active',
      'device_out_of_order',
      'device_silent',
      'device_fault',
      'device_in_use',
      'price_not_in_coins',
      'too_long_for_controller',
    ],
  }),
  stopFree: endpoint('POST', '/report-cases/:id/free-cycles/:cycle/stop', {
    ...ofCase,
    params: ofCase.params.extend({ cycle: id }),
    summary: 'Stop the last free cycle of the reported device. No effect if it is already stopped',
    refusals: [
      'case_not_found',
      'device_not_found',
      'not_yours',
      'cycle_not_found',
      'cycle_starting',
      'cycle_ended',
      'cannot_be_stopped',
    ],
  }),
  events: endpoint('GET', '/cycle-events', {
    summary:
      'Stream changes of devices, cycles, controllers, a device link, a transaction, queues of a room and attention items as server-sent events. Ends with the connection or the session',
    may: 'signed-in',
    needs: 'any',
    isForStaff: 'places',
    query: z.strictObject({
      devices: ids.optional(),
      cycles: ids.optional(),
      controller: id.optional().describe('Includes channels and recent activity'),
      controllers: ids.optional().describe('As in the list of controllers'),
      link: id.optional().describe('Id of the device'),
      transaction: id.optional(),
      attention: trueOrFalse.optional(),
      room: id.optional().describe('Id of the room. Includes its queues and holds'),
    }),
    reply: LiveEvent,
    replyType: 'events',
    refusals: ['too_busy'],
  }),
}
