import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

/** Registers Firefox as Mozilla's push service does, and never delivers. */
export async function startMozillaPush() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const said = JSON.parse(String(data))
      const answer = {
        hello: { uaid: randomUUID().replaceAll('-', ''), use_webpush: true, broadcasts: {} },
        register: {
          channelID: said.channelID,
          pushEndpoint: `https://updates.push.services.mozilla.com/wpush/v2/${randomUUID()}`,
        },
        unregister: { channelID: said.channelID },
      }[said.messageType as string]
      if (!answer) return
      socket.send(JSON.stringify({ messageType: said.messageType, status: 200, ...answer }))
    })
  })
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => {
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}
