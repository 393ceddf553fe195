import { limits } from '@coinless/contract/limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pLimit, { type LimitFunction } from 'p-limit'
import { callerAddress, networkOf } from '../../http/request/caller-address.ts'
import type { Server } from '../../http/request/server.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

const retryAfterSeconds = 5
const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // Otherwise a stopping server would wait for the next request.
  connection: 'close',
}

/** Reads what a page follows. */
export interface Teller {
  concerns: (id: string) => boolean
  /** @returns undefined if the page must reconnect, to another server or with another session */
  next: () => Promise<string | undefined>
}

interface Followed {
  /** Account, or what else the limits count as one. */
  account: string
  /** In milliseconds since 1970; undefined: does not expire. */
  expiresAt?: number | undefined
  tellerOf: (isCurrent: () => boolean) => Teller
}

/** @throws Refusal too_busy */
export type OpenStream = (request: FastifyRequest, reply: FastifyReply, followed: Followed) => void

interface Page {
  account: string
  network: string
  look: (id: string | null) => void
  end: () => void
}

/** Keeps the streams of all pages, and ends them when the server stops. */
export function streamsOf(server: Server): OpenStream {
  const pages = new Set<Page>()
  const inTurn = pLimit(limits.eventReadsAtOnce)
  const stop = server.changes.listen(({ id }) => {
    for (const page of pages) page.look(id)
  })
  server.app.addHook('preClose', async () => {
    stop()
    for (const page of pages) page.end()
  })

  return (request, reply, { account, expiresAt, tellerOf }) => {
    const network = networkOf(callerAddress(request))
    refuseTooMany(pages, account, network)
    const raw = sendHeaders(reply)
    const isCurrent = () => pages.has(page)
    const sender = eventSender(raw, tellerOf(isCurrent), {
      ...{ inTurn, isCurrent },
      end: () => page.end(),
    })
    const page: Page = {
      account,
      network,
      look: sender.look,
      end: () => {
        raw.end()
        leave()
      },
    }
    const expiry = expiresAt && setTimeout(page.end, expiresAt - Date.now())
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
function sendHeaders(reply: FastifyReply) {
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
  raw: ReturnType<typeof sendHeaders>,
  told: Teller,
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
