import { closeCodes, protocol, shellyPath } from '@coinless/contract/controller-protocol.ts'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../../http/observability/metrics.ts'
import { callerAddress } from '../../http/request/caller-address.ts'
import type { Server } from '../../http/request/server.ts'
import { bearerToken } from '../../http/request/session.ts'
import { CoinlessConnection } from './coinless-connection.ts'
import { Credentials } from './credential.ts'
import { PresenceWriter } from './presence-writer.ts'
import { ShellyConnection } from './shelly-connection.ts'

/** How long to wait for controllers to answer the close of their connections. */
const endMs = 1000

const unavailable =
  'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** Registers the routes where controllers of the drivers `coinless` and `shelly` connect. */
export async function connectControllers(
  app: FastifyInstance,
  parts: Omit<Server, 'app'>,
  metrics: Metrics,
): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: protocol.messageBytes, perMessageDeflate: false, clientTracking: true },
    preClose(done) {
      // From now on the framework neither opens nor answers connections.
      app.server.on('upgrade', ({ socket }) => socket.end(unavailable, () => socket.destroy()))
      const { clients } = app.websocketServer
      for (const client of clients) client.close(1001, closeCodes[1001])
      const timer = setTimeout(() => {
        for (const client of clients) client.terminate()
      }, endMs)
      app.websocketServer.close(() => clearTimeout(timer))
      done()
    },
  })
  const open = new Set<Promise<void>>()
  const follow = ({ written }: CoinlessConnection | ShellyConnection) => {
    open.add(written)
    void written.then(() => open.delete(written))
  }
  // The database outlives the app, so the last messages are written before it closes.
  app.addHook('onClose', async () => {
    await Promise.all(open)
  })
  const options = { websocket: true, schema: { hide: true }, preHandler: letGoOfRequest } as const
  const its = { ...parts, metrics, log: app.log, presenceWriter: new PresenceWriter(parts) }
  const credentials = new Credentials(parts)
  app.get(protocol.path, options, (socket, request) => {
    const find = credentials.finder('coinless', bearerToken(request), callerAddress(request))
    const connection = new CoinlessConnection(socket, { ...its, find })
    follow(connection)
    if (app.isLeaving) connection.end(1001)
  })
  app.get(`${shellyPath}:credential`, options, (socket, request: FastifyRequest) => {
    const { credential } = request.params as { credential: string }
    const find = credentials.finder('shelly', credential, callerAddress(request))
    const connection = new ShellyConnection(socket, request.raw.socket, { ...its, find })
    follow(connection)
    if (app.isLeaving) connection.end(1001)
  })
}

/** Detaches the socket, because a response that holds it keeps its request: some kilobytes for each connection. */
function letGoOfRequest(request: FastifyRequest, reply: FastifyReply, done: () => void) {
  if (request.ws) reply.raw.detachSocket(request.raw.socket)
  done()
}

/** Whether controllers connect at this path. */
export function isOfControllers(path: string): boolean {
  return path === protocol.path || path.startsWith(shellyPath)
}
