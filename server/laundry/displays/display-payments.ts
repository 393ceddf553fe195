import type { DeviceState } from '@coinless/contract/device-states.ts'
import { displays } from '@coinless/contract/displays.ts'
import { User } from '@coinless/contract/users.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import { answerOf } from '../../http/idempotency/answers.ts'
import { idempotencyKeyOf } from '../../http/idempotency/idempotency-key.ts'
import { callerAddress } from '../../http/request/caller-address.ts'
import type { Server } from '../../http/request/server.ts'
import { bearerToken } from '../../http/request/session.ts'
import { codeThrottle, type Throttle } from '../../http/throttle/failed-attempts.ts'
import { deviceState, withDeviceState } from '../../payments/cycles/device-state.ts'
import { findCycle } from '../../payments/cycles/shown.ts'
import type { PaymentBatches } from '../../payments/payments/payment-batches.ts'
import { payWithCode } from '../../payments/payments/prepaid.ts'
import { columns } from '../../platform/database/columns.ts'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { takesPayments } from '../rooms/rooms.ts'
import { findDisplay } from './displayed-room.ts'

/**
 * Pays at a machine of the display's room, as the account of the display. A retry with the same key gets the first
 * answer.
 * @throws Refusal
 */
export async function payAtDisplay(
  server: Server,
  batches: PaymentBatches,
  request: FastifyRequest,
  body: z.output<typeof displays.pay.body>,
) {
  const { config, database } = server
  const { caller, room_id, language } = await payerOf(database, request)
  const input = { params: {}, body }
  const called = { headers: request.headers, caller }
  const idempotencyKey = await idempotencyKeyOf(displays.pay, called, input, config.jwtSecret)
  const throttle = throttleOfHour(
    codeThrottle(server, { id: caller.id, address: callerAddress(request) }),
  )
  return answerOf(database, idempotencyKey, { isFoundByWork: true }, async () => {
    await refuseUnavailable(database, room_id, body.device_id)
    const payment = { ...body, pay_again: false }
    const asked = { caller, throttle, idempotencyKey, payment, language, exclusivePayer: room_id }
    return payWithCode(server, batches, asked).catch((error) => {
      // Someone has paid at a display of the room at the same moment.
      throw isPaidAlready(error) ? new Refusal('device_in_use') : error
    })
  })
}

/** Strangers share a display, and most days someone mistypes a code: their failures would add up for good. */
function throttleOfHour(throttle: Throttle | undefined): Throttle | undefined {
  if (!throttle) return undefined
  const ofHour = (key: string) => `${key} at a display at ${new Date().toISOString().slice(0, 13)}`
  const { own, networks, isKnown } = throttle
  return {
    own: ofHour(own),
    networks: { ...networks, keys: networks.keys.map(ofHour) },
    isKnown,
  }
}

function isPaidAlready(error: unknown): boolean {
  return error instanceof Refusal && error.refusal === 'paid_already'
}

/** @throws Refusal display_not_found, cycle_not_found */
export async function paymentAtDisplay(database: Database, request: FastifyRequest, id: string) {
  const { caller } = await payerOf(database, request)
  return findCycle(database, caller, id)
}

/** @throws Refusal display_not_found, also if the display takes no payments */
async function payerOf(database: Database, request: FastifyRequest) {
  const { payer_id, room_id, language } = await findDisplay(database, bearerToken(request))
  if (!payer_id) throw new Refusal('display_not_found')
  const payer = await database
    .selectFrom('users')
    .select(columns(User))
    .where('id', '=', payer_id)
    .executeTakeFirstOrThrow()
  return { caller: { ...payer, acting: null }, room_id, language }
}

/** People at a display are not known, so none can add time. @throws Refusal device_not_found, device_in_use */
async function refuseUnavailable(database: Database, roomId: string, deviceId: string) {
  const { rows } = await sql<{ state: DeviceState['state'] }>`
    select ${deviceState} as state from devices ${withDeviceState}
    where devices.id = ${deviceId} and room_id = ${roomId} and ${takesPayments}`.execute(database)
  const [device] = rows
  if (!device) throw new Refusal('device_not_found')
  if (device.state === 'running' || device.state === 'in_use') throw new Refusal('device_in_use')
}
