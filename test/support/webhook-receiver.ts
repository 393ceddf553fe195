import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  /** Raw body as sent. */
  body: string
  event: { id: string; type: string; created_at: string; data: Record<string, unknown> }
}

type Respond = (response: ServerResponse, request: IncomingMessage) => void

/** A receiver of webhooks, with answers set by the test. */
export async function startReceiver() {
  const received: Received[] = []
  /** Next answers; afterwards it accepts everything. */
  const answers: Respond[] = []
  /** Answers by path, for every delivery. */
  const byPath = new Map<string, Respond>()
  const server = createServer((request, response) => {
    void request.toArray().then((parts) => {
      const body = Buffer.concat(parts).toString()
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body, event: JSON.parse(body) })
      const respond = byPath.get(path) ?? answers.shift() ?? taken
      respond(response, request)
    }, noBody)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    received,
    answers,
    byPath,
    port,
    url: `http://127.0.0.1:${port}/hook`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Ignores requests that end before their whole body arrived. */
function noBody() {}

function taken(response: ServerResponse): void {
  response.writeHead(200).end('thank you')
}

export function status(code: number, text = '', headers: Record<string, string> = {}): Respond {
  return (response) => void response.writeHead(code, headers).end(text)
}

/** Whether a delivery is signed with a secret, as a receiver verifies it. */
export function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const header = String(headers['coinless-signature'])
  const time = /^t=(\d+)/.exec(header)?.[1]
  const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return header.includes(`v1=${digest}`)
}
