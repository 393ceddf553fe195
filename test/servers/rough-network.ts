import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

interface Connection {
  near: Socket
  far: Socket
  lagMs: number
}

/** A network in front of alternating servers. Its connections lag, close, or close on one side only. */
export class RoughNetwork {
  private readonly connections = new Set<Connection>()
  private readonly sockets = new Set<Socket>()
  private readonly server

  /** @param port of the server that takes the next connection */
  constructor(port: () => number) {
    this.server = createServer((near) => {
      const connection = { near, far: connect(port(), '127.0.0.1'), lagMs: 0 }
      this.connections.add(connection)
      this.join(connection)
    })
  }

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** Delays data on one connection from now on, in order. */
  lag(lagMs: number): void {
    const connection = this.any()
    if (connection) connection.lagMs = lagMs
  }

  /** Closes one connection. */
  cut(): void {
    this.any()?.near.resetAndDestroy()
  }

  /** Closes one connection without notifying the server. */
  halfOpen(): void {
    const connection = this.any()
    if (!connection) return
    this.connections.delete(connection)
    connection.near.removeAllListeners('close')
    this.sockets.delete(connection.near)
    connection.near.resetAndDestroy()
  }

  heal(): void {
    for (const connection of this.connections) connection.lagMs = 0
  }

  stop(): void {
    for (const socket of this.sockets) socket.destroy()
    this.server.close()
  }

  private any(): Connection | undefined {
    const all = [...this.connections]
    return all[Math.floor(Math.random() * all.length)]
  }

  private join(connection: Connection) {
    const { near, far } = connection
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      let last = 0
      this.sockets.add(from)
      from.on('data', (data) => {
        last = Math.max(last, performance.now() + connection.lagMs)
        setTimeout(() => to.write(data), Math.max(0, last - performance.now()))
      })
      from.on('error', () => {})
      from.on('close', () => {
        this.sockets.delete(from)
        this.connections.delete(connection)
        to.destroy()
      })
    }
  }
}
