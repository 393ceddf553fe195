import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Lighthouse's slow 4G: download and upload rate, and round-trip time. */
const downPerMs = 1_638.4 / 8
const upPerMs = 750 / 8
const roundTripMs = 150
const tickMs = 4
const packet = 1_400

/** Data in flight on one connection. */
interface Way {
  waiting: Buffer[]
  deliver: (data: Buffer) => void
}

/** All connections share the line, packet by packet. */
class Direction {
  private readonly perMs: number
  private readonly ways = new Set<Way>()
  private ticking: NodeJS.Timeout | undefined
  private lastTick = 0

  constructor(perMs: number) {
    this.perMs = perMs
  }

  /** @returns a function that takes data in this direction */
  open(deliver: (data: Buffer) => void): (data: Buffer) => void {
    const way: Way = { waiting: [], deliver }
    return (data) => {
      for (let at = 0; at < data.length; at += packet) {
        way.waiting.push(data.subarray(at, at + packet))
      }
      this.ways.add(way)
      if (this.ticking) return
      this.lastTick = performance.now()
      this.ticking = setInterval(() => this.tick(), tickMs)
    }
  }

  private tick() {
    const now = performance.now()
    let room = (now - this.lastTick) * this.perMs
    while (room > 0 && this.ways.size > 0) {
      for (const way of [...this.ways]) {
        const data = way.waiting.shift()
        if (data) {
          room -= data.length
          setTimeout(() => way.deliver(data), roundTripMs / 2)
        }
        if (way.waiting.length === 0) this.ways.delete(way)
      }
    }
    // Waits for packets sent too early.
    this.lastTick = now - room / this.perMs
    if (this.ways.size > 0) return
    clearInterval(this.ticking)
    this.ticking = undefined
  }
}

export class SlowLine {
  private readonly server = createServer((phone) => this.join(phone))
  private readonly sockets = new Set<Socket>()
  private readonly down = new Direction(downPerMs)
  private readonly up = new Direction(upPerMs)
  private readonly target: URL
  address = ''

  private constructor(target: string) {
    this.target = new URL(target)
  }

  /** In front of a server, for a browser with a connection as slow as a remote phone's. */
  static async before(target: string): Promise<SlowLine> {
    const line = new SlowLine(target)
    line.server.listen(0, '127.0.0.1')
    await once(line.server, 'listening')
    line.address = `http://127.0.0.1:${(line.server.address() as AddressInfo).port}`
    return line
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    this.server.close()
  }

  private join(phone: Socket) {
    const server = connect(Number(this.target.port), this.target.hostname)
    for (const [from, to, direction] of [
      [phone, server, this.up],
      [server, phone, this.down],
    ] as const) {
      from.setNoDelay(true)
      from.on(
        'data',
        direction.open((data) => void (to.destroyed || to.write(data))),
      )
      from.on('error', () => {})
      from.on('close', () => {
        to.destroy()
        this.sockets.delete(from)
      })
      this.sockets.add(from)
    }
  }
}
