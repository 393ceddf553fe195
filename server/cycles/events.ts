import { isDeepStrictEqual } from 'node:util'
import type { LiveEvent } from '@coinless/contract/cycles.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../calls/answer.ts'
import type { SignedInCaller } from '../calls/caller.ts'
import { callerAddress, networkOf } from '../calls/caller-address.ts'
import type { Server } from '../calls/server.ts'
import { identify } from '../calls/session.ts'
import { Refusal } from '../refusals/refusal.ts'
import { deviceStates, findCycles } from './shown.ts'

const retryAfterSeconds = 5

interface Followed {
  devices: readonly string[]
  cycles: readonly string[]
}

interface Page {
  account: string
  network: string
  look: (deviceId: string | null) => void
  end: () => void
}

/** What each page is told is read anew by its own rights; a page that has lost its session is told nothing. */
export function followCycles(server: Server) {
  const pages = new Set<Page>()
  const stop = server.changes.listen(({ deviceId }) => {
    for (const page of pages) page.look(deviceId)
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
    refuseTooMany(pages, caller.id, network)
    const { raw } = reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) raw.setHeader(name, value)
    }
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      // A server that ends waits for nobody's next call.
      connection: 'close',
    })
    const isCurrent = () => pages.has(page)
    const told = teller(server, request, caller, followed, isCurrent)
    let timer: NodeJS.Timeout | undefined
    let isReading = false
    let isDue = false

    async function tell() {
      timer = undefined
      isDue = isReading
      if (isReading) return
      isReading = true
      const event = await told.next().catch(() => undefined)
      isReading = false
      if (!isCurrent()) return
      if (event === undefined || raw.writableNeedDrain) return page.end()
      raw.write(event)
      if (isDue) soon()
    }
    function soon() {
      timer ??= setTimeout(tell, limits.eventGatherMs)
    }
    const page: Page = {
      account: caller.id,
      network,
      look: (deviceId) => {
        if (deviceId === null || told.concerns(deviceId)) soon()
      },
      end: () => {
        raw.end()
        leave()
      },
    }
    const beat = setInterval(tell, limits.eventBeatSeconds * 1000)
    function leave() {
      pages.delete(page)
      clearTimeout(timer)
      clearInterval(beat)
    }
    raw.once('close', leave)
    // Whoever has left before tells nothing of it any more, and nobody takes a body after HEAD.
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

/** Whoever shows them counts on by the clock. */
const changingByTheClock = { remaining_seconds: null, stop_gives_back: null }

/** Reads what a page follows, and says what of it is new. */
function teller(
  { app, config, database }: Server,
  request: FastifyRequest,
  { id: sub, session_id: sid }: SignedInCaller,
  followed: Followed,
  isCurrent: () => boolean,
) {
  const last = new Map<string, object>()
  const concerned = new Set(followed.devices)
  let hasBegun = false

  function isNew(id: string, shown: object) {
    const facts = { ...shown, ...changingByTheClock }
    if (isDeepStrictEqual(last.get(id), facts)) return false
    last.set(id, facts)
    return true
  }

  return {
    concerns: (deviceId: string) => concerned.has(deviceId),
    /** @returns undefined when the page is to ask anew, at another server or with another session */
    async next(): Promise<string | undefined> {
      if (app.isLeaving) return undefined
      const caller = await identify({ app, config }, request, { sub, sid })
      if (!isCurrent()) return undefined
      const [devices, cycles] = await Promise.all([
        deviceStates(database, caller, followed.devices),
        findCycles(database, caller, followed.cycles),
      ])
      for (const { device_id } of cycles) concerned.add(String(device_id))
      const event: Answer<LiveEvent> = {
        devices: devices.filter((each) => isNew(`device ${each.device_id}`, each)),
        cycles: cycles.filter((each) => isNew(`cycle ${each.id}`, each)),
      }
      const isFirst = !hasBegun
      hasBegun = true
      const isEmpty = event.devices.length + event.cycles.length === 0
      return isEmpty && !isFirst
        ? ': still here\n\n'
        : `data: ${JSON.stringify(inNumbers(event))}\n\n`
    },
  }
}

/** As the serialiser of other answers does it. */
function inNumbers({ devices, cycles }: Answer<LiveEvent>) {
  const numbers = cycles.map((cycle) => ({
    ...cycle,
    amount: Number(cycle.amount),
    given_back: Number(cycle.given_back),
    stop_gives_back: cycle.stop_gives_back === null ? null : Number(cycle.stop_gives_back),
  }))
  return { devices, cycles: numbers }
}
