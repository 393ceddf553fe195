import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../../platform/refusals/refusal.ts'

/** Response header with the version of the object. */
export const versionHeader = 'x-version'

const versionLength = 22

const partsApart = '.'

/** Hashes only the fields that a change replaces: the balance of a code in use changes all the time. */
export function versionOf(facts: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(facts))
    .digest('base64url')
    .slice(0, versionLength)
}

/** @param factsOf fields that each kind of change replaces, so that one kind does not outdate the other */
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
 * @param version that the caller has seen; undefined: change any version
 * @param facts current fields, locked
 * @throws Refusal changed_meanwhile
 */
export function assertVersion(version: string | undefined, facts: unknown): void {
  if (version === undefined) return
  const isSeen = version.split(partsApart).includes(versionOf(facts))
  if (!isSeen) throw new Refusal('changed_meanwhile')
}
