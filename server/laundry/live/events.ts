import { isDeepStrictEqual } from 'node:util'
import { LiveEvent } from '@coinless/contract/cycles.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Answer } from '../../http/request/answer.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { callerAddress, networkOf } from '../../http/request/caller-address.ts'
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

const retryAfterSeconds = 5
const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // Otherwise a stopping server would wait for the next request.
  connection: 'close',
}
/** Shared, so that it is compiled once. */
const eventSchema = jsonSchema(LiveEvent, 'output')

interface Page {
  account: string
  network: string
  look: (id: string | null) => void
  end: () => void
}

/** Reads the events of each page with its own rights; a page that has lost its session gets none. */
export function followCycles(server: Server) {
  const pages = new Set<Page>()
  const inTurn = pLimit(limits.eventReadsAtOnce)
  const stop = server.changes.listen(({ id }) => {
    for (const page of pages) page.look(id)
  })
  server.app.addHook('preClose', async () => {
    stop()
    for (const page of pages) page.end()
  })

  /** @throws Refusal too_busy */
  return function follow(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: SignedInCaller,
    followed: FollowedIds,
  ): void {
    const account = personOf(caller)
    const network = networkOf(callerAddress(request))
    refuseTooMany(pages, account, network)
    const raw = openStream(reply)
    const isCurrent = () => pages.has(page)
    const write = reply.compileSerializationSchema(eventSchema)
    const told = teller(server, request, caller, followed, { isCurrent, write })
    const sender = eventSender(raw, told, { inTurn, isCurrent, end: () => page.end() })
    const page: Page = {
      account,
      network,
      look: sender.look,
      end: () => {
        raw.end()
        leave()
      },
    }
    // The page reconnects with a renewed token.
    const { exp } = request.claims ?? {}
    const expiry = exp === undefined ? undefined : setTimeout(page.end, exp * 1000 - Date.now())
    function leave() {
      pages.delete(page)
      clearTimeout(expiry)
      sender.stop()
    }
    raw.once('close', leave)
    // A connection that is already closed emits no more events, and a response to HEAD has no body.
    if (raw.destroyed || request.method === 'HEAD') {
      page.end()
      return
    }
    pages.add(page)
    void sender.send()
  }
}

/** Sends the headers, and leaves the rest of the answer to the caller. */
function openStream(reply: FastifyReply) {
  const { raw } = reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  raw.writeHead(200, headers)
  return raw
}

interface SenderOptions {
  /** Limits the reads of all pages. */
  inTurn: LimitFunction
  isCurrent: () => boolean
  end: () => void
}

/** Gathers changes and sends them, one read at a time, and at least once per beat. */
function eventSender(
  raw: ReturnType<typeof openStream>,
  told: ReturnType<typeof teller>,
  { inTurn, isCurrent, end }: SenderOptions,
) {
  let timer: NodeJS.Timeout | undefined
  let isReading = false
  let isDue = false
  /** Changes during a read, which may concern what it returns. */
  const changedDuringRead = new Set<string>()

  async function send() {
    timer = undefined
    isDue = isReading
    if (isReading) return
    isReading = true
    const event = await inTurn(told.next).catch(() => undefined)
    isReading = false
    isDue ||= [...changedDuringRead].some(told.concerns)
    changedDuringRead.clear()
    if (!isCurrent()) return
    if (event === undefined || raw.writableNeedDrain) return end()
    raw.write(event)
    if (isDue) soon()
  }

  function soon() {
    timer ??= setTimeout(send, limits.eventGatherMs)
  }

  const beat = setInterval(send, limits.eventBeatSeconds * 1000)

  return {
    send,
    look(id: string | null) {
      if (id === null || told.concerns(id)) soon()
      else if (isReading) changedDuringRead.add(id)
    },
    stop() {
      clearTimeout(timer)
      clearInterval(beat)
    },
  }
}

function refuseTooMany(pages: ReadonlySet<Page>, account: string, network: string) {
  const all = [...pages]
  const isTooMany =
    all.length >= limits.eventsAtOnce ||
    all.filter((page) => page.account === account).length >= limits.eventsOfAccount ||
    all.filter((page) => page.network === network).length >= limits.eventsOfNetwork
  if (isTooMany) throw new Refusal('too_busy', { seconds: retryAfterSeconds })
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
) {
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
    concerns: (id: string) => concerned.has(id),
    /** @returns undefined if the page must reconnect, to another server or with another session */
    async next(): Promise<string | undefined> {
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
