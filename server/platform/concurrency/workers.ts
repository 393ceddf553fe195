interface Options<Claimed> {
  /** On one server. */
  atOnce: number
  /** @param free how many can begin now */
  claim: (free: number) => Promise<Claimed[]>
  work: (claimed: Claimed) => Promise<unknown>
  /** Called with an error of `work`, or of a claim without `claimed`. */
  failed: (error: unknown, claimed?: Claimed) => void
}

/** Works through a queue with limited concurrency. A slow item delays no other, because each that ends is replaced. */
export class Workers<Claimed> {
  private readonly options: Options<Claimed>
  private readonly underWay = new Set<Promise<void>>()
  private claiming: Promise<void> | undefined
  private isStopped = false

  constructor(options: Options<Claimed>) {
    this.options = options
  }

  /** Starts due work without waiting for it. */
  run(): Promise<void> {
    this.claiming ??= this.claim().finally(() => {
      this.claiming = undefined
    })
    return this.claiming
  }

  get isIdle(): boolean {
    return this.underWay.size === 0
  }

  /** Resolves once nothing is in progress. */
  async rest(): Promise<void> {
    while (this.claiming || this.underWay.size > 0) {
      // The caller of `run` reports a failed claim.
      await Promise.all([this.claiming?.catch(() => {}), ...this.underWay])
    }
  }

  /** Claims nothing more, and waits for the work in progress. */
  async stop(): Promise<void> {
    this.isStopped = true
    await this.rest()
  }

  private async claim(): Promise<void> {
    while (!this.isStopped) {
      const free = this.options.atOnce - this.underWay.size
      const claimed = free > 0 ? await this.options.claim(free) : []
      if (claimed.length === 0) return
      for (const each of claimed) this.begin(each)
    }
  }

  private begin(claimed: Claimed): void {
    const { failed } = this.options
    const work: Promise<void> = this.options
      .work(claimed)
      .then(
        () => {},
        (error) => failed(error, claimed),
      )
      .finally(() => {
        this.underWay.delete(work)
        // Other work need not wait for the next check.
        this.run().catch((error) => failed(error))
      })
    this.underWay.add(work)
  }
}
