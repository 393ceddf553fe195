import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network in front of a server, such as PostgreSQL, that tests can stall and cut. */
export class StallingProxy {
  private readonly sockets = new Set<Socket>()
  private isStalled = false
  private isDown = false
  private readonly server

  /** @param target address of the server behind it */
  constructor(target: URL) {
    this.server = createServer((near) => {
      if (this.isDown) return near.destroy()
      const far = connect(Number(target.port), target.hostname)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(from)
        from.on('data', (data) => to.write(data))
        from.on('error', () => {})
        from.on('close', () => {
          this.sockets.delete(from)
          to.destroy()
        })
        if (this.isStalled) from.pause()
      }
    })
  }

  async start(): Promise<number> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
    return (this.server.address() as AddressInfo).port
  }

  /** Stops delivering data, and keeps connections open. */
  stall(): void {
    this.isStalled = true
    for (const socket of this.sockets) socket.pause()
  }

  /** Closes every connection, also those that follow. */
  goDown(): void {
    this.isDown = true
    this.cut()
  }

  heal(): void {
    this.isStalled = false
    this.isDown = false
    for (const socket of this.sockets) socket.resume()
  }

  /** Closes every connection. */
  cut(): void {
    for (const socket of this.sockets) socket.resetAndDestroy()
  }

  async stop(): Promise<void> {
    this.cut()
    this.server.close()
  }
}
