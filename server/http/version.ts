import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Refusal } from './refusal.ts'

/** Says with an answer in which version the thing is. */
export const versionHeader = 'x-version'

const versionLength = 22

/** Of what a change would replace, not of the whole thing: a code in use has another balance each time. */
function versionOf(facts: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(facts))
    .digest('base64url')
    .slice(0, versionLength)
}

export function withVersion<Thing>(
  reply: FastifyReply,
  thing: Thing,
  factsOf: (thing: Thing) => unknown,
): Thing {
  reply.header(versionHeader, versionOf(factsOf(thing)))
  return thing
}

/**
 * @param version what the caller has seen; undefined changes the thing whatever it is by now
 * @param facts of the thing as it is, kept from changing
 * @throws Refusal changed_meanwhile
 */
export function assertVersion(version: string | undefined, facts: unknown): void {
  if (version !== undefined && version !== versionOf(facts)) throw new Refusal('changed_meanwhile')
}
