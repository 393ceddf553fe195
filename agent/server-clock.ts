const boundMs = 10 * 60 * 1000

/**
 * Upper bound of the server's time, learned from pings of one connection. Ignores this computer's clock, which may be a
 * day off.
 */
export class ServerClock {
  readonly #sent = new Map<string, number>()
  #bounds: { learnedAt: number; bound: number }[] = []
  #pings = 0
  readonly #counter: () => number

  /** @param counter monotonic milliseconds */
  constructor(counter: () => number) {
    this.#counter = counter
  }

  /** @returns the id of a ping that is sent now */
  ping(): string {
    this.#pings += 1
    const id = String(this.#pings)
    this.#sent.set(id, this.#counter())
    return id
  }

  pong(id: string, serverTime: number): void {
    const sentAt = this.#sent.get(id)
    if (sentAt === undefined) return
    this.#sent.delete(id)
    this.#bounds.push({ learnedAt: this.#counter(), bound: serverTime - sentAt })
  }

  /** Also true while the server's time is unknown. */
  isPast(deadline: number): boolean {
    const now = this.#counter()
    this.#bounds = this.#bounds.filter(({ learnedAt }) => now - learnedAt < boundMs)
    const bound = Math.min(...this.#bounds.map((learned) => learned.bound))
    return now + bound > deadline
  }
}
