import { isDeepStrictEqual } from 'node:util'
import { LiveEvent } from '@coinless/contract/cycles.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
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
import { type Followed, refuseUnseen } from './followed.ts'

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
    followed: Followed,
  ): void {
    const network = networkOf(callerAddress(request))
    refuseTooMany(pages, personOf(caller), network)
    const { raw } = reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) raw.setHeader(name, value)
    }
    raw.writeHead(200, headers)
    const isCurrent = () => pages.has(page)
    const write = reply.compileSerializationSchema(eventSchema)
    const told = teller(server, request, caller, followed, { isCurrent, write })
    let timer: NodeJS.Timeout | undefined
    let isReading = false
    let isDue = false
    /** Changes during a read, which may concern what it returns. */
    const heardMeanwhile = new Set<string>()

    async function tell() {
      timer = undefined
      isDue = isReading
      if (isReading) return
      isReading = true
      const event = await inTurn(told.next).catch(() => undefined)
      isReading = false
      isDue ||= [...heardMeanwhile].some(told.concerns)
      heardMeanwhile.clear()
      if (!isCurrent()) return
      if (event === undefined || raw.writableNeedDrain) return page.end()
      raw.write(event)
      if (isDue) soon()
    }
    function soon() {
      timer ??= setTimeout(tell, limits.eventGatherMs)
    }
    const page: Page = {
      account: personOf(caller),
      network,
      look: (id) => {
        if (id === null || told.concerns(id)) soon()
        else if (isReading) heardMeanwhile.add(id)
      },
      end: () => {
        raw.end()
        leave()
      },
    }
    const beat = setInterval(tell, limits.eventBeatSeconds * 1000)
    // The page reconnects with a renewed token.
    const { exp } = request.claims ?? {}
    const expiry = exp === undefined ? undefined : setTimeout(page.end, exp * 1000 - Date.now())
    function leave() {
      pages.delete(page)
      clearTimeout(expiry)
      clearTimeout(timer)
      clearInterval(beat)
    }
    raw.once('close', leave)
    // A connection that is already closed emits no more events, and a response to HEAD has no body.
    if (raw.destroyed || request.method === 'HEAD') {
      page.end()
      return
    }
    pages.add(page)
    void tell()
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
  { app, config, database }: Server,
  request: FastifyRequest,
  began: SignedInCaller,
  followed: Followed,
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
      if (app.isLeaving || !isCurrent()) return undefined
      const caller = await identify({ app, config }, request, claims)
      refuseUnseen(caller, followed)
      if (!isCurrent()) return undefined
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
      for (const { device_id } of cycles) concerned.add(device_id)
      if (controller) for (const { device_id } of controller.channels) concerned.add(device_id)
      if (link) concerned.add(link.controller_id)
      if (transaction) concerned.add(transaction.device_id)
      for (const { id } of attention?.alerts ?? []) concerned.add(id)
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

/** @returns null if the caller may see none with this id; undefined if none is followed */
async function seen<Thing>(id: string | undefined, find: (id: string) => Promise<Thing>) {
  if (id === undefined) return undefined
  return find(id).catch((error) => {
    if (error instanceof Refusal) return null
    throw error
  })
}
