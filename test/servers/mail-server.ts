import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A real mail server, which keeps what it takes as '<recipients>\n<mail>'. */
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
  // Whoever goes away in the middle, as some tests do.
  server.on('error', () => {})
  server.listen(askedPort, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const stop = () => new Promise<void>((closed) => server.close(closed))
  return { port, received, stop }
}
