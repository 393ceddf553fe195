import { isDeepStrictEqual } from 'node:util'
import { LiveEvent } from '@coinless/contract/cycles.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../../http/request/answer.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Server } from '../../http/request/server.ts'
import { identify, personOf } from '../../http/request/session.ts'
import { readable } from '../../http/routing/readable.ts'
import { jsonSchema } from '../../http/routing/schemas.ts'
import { findTransaction } from '../../ledger/transactions/transactions.ts'
import { listedControllers, showController } from '../../machines/controllers/controllers.ts'
import { findLink } from '../../machines/links/device-links.ts'
import { deviceStates, findCycles } from '../../payments/cycles/shown.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { attentionOf } from '../dashboard/attention.ts'
import { queuesOfRoom } from '../queues/queues.ts'
import { assertVisible, type FollowedIds } from './followed.ts'
import type { OpenStream, Teller } from './stream.ts'

/** Shared, so that it is compiled once. */
const eventSchema = jsonSchema(LiveEvent, 'output')

/** Reads the events of each page with its own rights; a page that has lost its session gets none. */
export function followCycles(server: Server, openStream: OpenStream) {
  /** @throws Refusal too_busy */
  return function follow(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: SignedInCaller,
    followed: FollowedIds,
  ): void {
    const write = reply.compileSerializationSchema(eventSchema)
    const { exp } = request.claims ?? {}
    openStream(request, reply, {
      account: personOf(caller),
      // The page reconnects with a renewed token.
      expiresAt: exp === undefined ? undefined : exp * 1000,
      tellerOf: (isCurrent) => teller(server, request, caller, followed, { isCurrent, write }),
    })
  }
}

/** Not compared, because the page counts them by the clock. */
const changingByTheClock = { remaining_seconds: null, stop_gives_back: null }

/** Reads what a page follows, and returns the changes. */
function teller(
  server: Server,
  request: FastifyRequest,
  began: SignedInCaller,
  followed: FollowedIds,
  {
    isCurrent,
    write,
  }: { isCurrent: () => boolean; write: (event: Record<string, unknown>) => string },
): Teller {
  const claims = { sub: personOf(began), sid: began.session_id }
  const last = new Map<string, object | null>()
  const concerned = new Set<unknown>([
    ...(followed.devices ?? []),
    ...(followed.controllers ?? []),
    followed.controller,
    followed.link,
    followed.attention && 'attention',
    followed.room,
  ])
  let hasBegun = false

  function isNew(id: string, shown: object | null | undefined) {
    if (shown === undefined) return false
    const facts = shown && { ...shown, ...changingByTheClock }
    if (isDeepStrictEqual(last.get(id), facts)) return false
    last.set(id, facts)
    return true
  }

  return {
    concerns: (id) => concerned.has(id),
    async next() {
      if (server.app.isLeaving || !isCurrent()) return undefined
      const caller = await identify(server, request, claims)
      assertVisible(caller, followed)
      if (!isCurrent()) return undefined
      const read = await readFollowed(server, caller, followed)
      for (const id of relatedIds(read)) concerned.add(id)
      const { devices, cycles, controllers, controller, link, transaction, attention, queues } =
        read
      const event: Answer<LiveEvent> = {
        devices: devices.filter((each) => isNew(`device ${each.device_id}`, each)),
        cycles: cycles.filter((each) => isNew(`cycle ${each.id}`, each)),
        ...(isNew('controller', controller) && { controller }),
        ...(controllers && {
          controllers: controllers.filter((each) => isNew(`listed ${each.id}`, each)),
        }),
        ...(isNew('link', link) && { link }),
        ...(isNew('transaction', transaction) && { transaction }),
        ...(isNew('attention', attention) && { attention }),
        ...(isNew('queues', queues) && { queues }),
      }
      const isFirst = !hasBegun
      hasBegun = true
      const isEmpty = Object.values(event).every((part) => Array.isArray(part) && part.length === 0)
      return isEmpty && !isFirst
        ? ': still here\n\n'
        : `data: ${write(readable(LiveEvent, event, caller).told)}\n\n`
    },
  }
}

async function readFollowed(
  { config, database }: Server,
  caller: SignedInCaller,
  followed: FollowedIds,
) {
  // Sequential, so that a page that follows everything uses no more connections than others.
  const devices = await deviceStates(database, caller, followed.devices ?? [])
  const cycles = await findCycles(database, caller, followed.cycles ?? [])
  const controllers =
    followed.controllers && (await listedControllers(database, caller, followed.controllers))
  const controller = await seen(followed.controller, (id) =>
    showController({ database, config }, caller, id),
  )
  const link = await seen(followed.link, (id) => findLink(database, caller, id))
  const transaction = await seen(followed.transaction, (id) =>
    findTransaction(database, caller, id),
  )
  const attention = followed.attention ? await attentionOf(database, caller) : undefined
  const queues = await seen(followed.room, (id) => queuesOfRoom(database, caller, id))
  return { devices, cycles, controllers, controller, link, transaction, attention, queues }
}

/** Ids whose changes also concern a page that follows these. */
function relatedIds(read: Awaited<ReturnType<typeof readFollowed>>): unknown[] {
  const { cycles, controller, link, transaction, attention } = read
  return [
    ...cycles.map(({ device_id }) => device_id),
    ...(controller?.channels ?? []).map(({ device_id }) => device_id),
    link?.controller_id,
    transaction?.device_id,
    ...(attention?.alerts ?? []).map(({ id }) => id),
  ]
}

/** @returns null if the caller may see none with this id; undefined if none is followed */
async function seen<Thing>(id: string | undefined, find: (id: string) => Promise<Thing>) {
  if (id === undefined) return undefined
  return find(id).catch((error) => {
    if (error instanceof Refusal) return null
    throw error
  })
}
