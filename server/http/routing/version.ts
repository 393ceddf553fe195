import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../../platform/refusals/refusal.ts'

/** Says with an answer in which version the thing is. */
export const versionHeader = 'x-version'

const versionLength = 22

const partsApart = '.'

/** Of what a change would replace, not of the whole thing: a code in use has another balance each time. */
export function versionOf(facts: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(facts))
    .digest('base64url')
    .slice(0, versionLength)
}

/** @param factsOf what each call that changes the thing replaces: one does not outdate the other */
export function withVersion<Thing>(
  reply: FastifyReply,
  thing: Thing,
  ...factsOf: ((thing: Thing) => unknown)[]
): Thing {
  const parts = factsOf.map((facts) => versionOf(facts(thing)))
  reply.header(versionHeader, parts.join(partsApart))
  return thing
}

/**
 * @param version what the caller has seen; undefined changes the thing whatever it is by now
 * @param facts of the thing as it is, kept from changing
 * @throws Refusal changed_meanwhile
 */
export function assertVersion(version: string | undefined, facts: unknown): void {
  if (version === undefined) return
  const isSeen = version.split(partsApart).includes(versionOf(facts))
  if (!isSeen) throw new Refusal('changed_meanwhile')
}
