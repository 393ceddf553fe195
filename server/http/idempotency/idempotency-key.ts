import { createHmac } from 'node:crypto'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { personOf } from '../request/session.ts'

/** One intention of a caller, however often it arrives. */
export interface IdempotencyKey {
  /** Who calls. */
  userId: string
  /** The account in which it is done, if that is another. */
  heldId?: string
  key: string
  requestHash: Buffer
}

/** The outcome is asked for by an address, where dots alone mean a folder. */
const visible = new RegExp(`^(?![.]{1,2}$)[\\x21-\\x7e]{1,${limits.idempotencyKeyMax}}$`)

/**
 * What the Idempotency-Key of a call names; undefined without one.
 * @param input the call's checked parameters and body
 * @throws Refusal bad_idempotency_key
 */
export function idempotencyKeyOf(
  { method, path, takesIdempotencyKey }: Endpoint,
  { headers, caller }: FastifyRequest,
  input: { params: unknown; body: unknown },
  serverSecret: string,
): IdempotencyKey | undefined {
  const key = headers['idempotency-key']
  if (!takesIdempotencyKey || !caller || key === undefined) return undefined
  if (typeof key !== 'string' || !visible.test(key)) throw new Refusal('bad_idempotency_key')
  const { acting, id } = caller
  const request = JSON.stringify([
    method,
    path,
    input.params,
    input.body,
    // One person's key is for one account, and for what they may do there: a kept answer may tell what
    // another role must not read.
    ...(acting ? [id, acting.membership_id, acting.role, acting.places] : []),
  ])
  const requestHash = createHmac('sha256', serverSecret).update(request).digest()
  return { userId: personOf(caller), key, requestHash, ...(acting && { heldId: id }) }
}
