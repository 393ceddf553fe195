import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A real mail server that stores each accepted mail as '<recipients>\n<mail>'. */
export async function startMailServer(options: SMTPServerOptions = {}, askedPort = 0) {
  const received: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData: (stream, { envelope }, done) => {
      void stream.toArray().then((chunks) => {
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push(`${to}\n${Buffer.concat(chunks)}`)
        done()
      })
    },
    ...options,
  })
  // Clients that disconnect early, as in some tests.
  server.on('error', () => {})
  server.listen(askedPort, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const stop = () => new Promise<void>((closed) => server.close(closed))
  return { port, received, stop }
}
