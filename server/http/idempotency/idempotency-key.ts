import { createHmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { limits } from '@coinless/contract/limits.ts'
import { oldPathOf } from '@coinless/contract/old-paths.ts'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../platform/refusals/refusal.ts'
import type { SignedInCaller } from '../request/caller.ts'
import { personOf } from '../request/session.ts'

/** One operation of a caller, whose calls may arrive several times. */
export interface IdempotencyKey {
  /** Id of the person who calls. */
  userId: string
  /** Id of the account that the call acts in, if it is another. */
  heldId?: string
  key: string
  requestHash: Buffer
}

/** Keys are path segments in outcome requests, so `.` and `..` are not valid. */
const visible = new RegExp(`^(?![.]{1,2}$)[\\x21-\\x7e]{1,${limits.idempotencyKeyMax}}$`)

/** Characters of a request that are written and hashed without a pause. */
const hashedAtOnce = 256 * 1024

interface Caller extends Pick<FastifyRequest, 'headers'> {
  caller: Pick<SignedInCaller, 'id' | 'acting'> | undefined
}

/**
 * Reads the Idempotency-Key of a call; undefined without one.
 * @param input validated parameters and body of the call
 * @throws Refusal bad_idempotency_key
 */
export async function idempotencyKeyOf(
  endpoint: Endpoint,
  { headers, caller }: Caller,
  input: { params: unknown; body: unknown },
  serverSecret: string,
): Promise<IdempotencyKey | undefined> {
  const { method, path, takesIdempotencyKey } = endpoint
  const key = headers['idempotency-key']
  if (!takesIdempotencyKey || !caller || key === undefined) return undefined
  if (typeof key !== 'string' || !visible.test(key)) throw new Refusal('bad_idempotency_key')
  const { acting, id } = caller
  const request = JSON.stringify([
    method,
    // A call first sent to the former path has the same key.
    oldPathOf(endpoint) ?? path,
    input.params,
    input.body,
    // A key is bound to the account and the caller's role there: the stored answer may contain what another role must
    // not read.
    ...(acting ? [id, acting.membership_id, acting.role, acting.places] : []),
  ])
  // Other calls run before a large one is hashed.
  if (request.length > hashedAtOnce) await setImmediate()
  const requestHash = createHmac('sha256', serverSecret).update(request).digest()
  return { userId: personOf(caller), key, requestHash, ...(acting && { heldId: id }) }
}
