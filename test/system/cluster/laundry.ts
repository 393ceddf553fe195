import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { connect } from '../../../server/platform/database/connection.ts'
import { PatroniCluster } from '../../servers/patroni.ts'
import type { Program } from '../../servers/program.ts'
import { Bank, bankProgram } from '../../support/bank.ts'

const servers = ['a', 'b', 'c']
/** Payments before and after each fault. */
const enough = 30
const tickMs = 10
/** Some faults change no leader. */
const changeMs = 60_000
const long = { interval: 20, timeout: 180_000 }

/** Repairs a fault. */
export type Heal = () => Promise<unknown>

/** Three of our servers on a cluster, and eight clients that pay, refund and retry with their keys. */
export class ClusterLaundry {
  readonly table: object[] = []
  private readonly programs: Program[] = []
  private readonly folder: string
  private serving: Promise<void> | undefined
  readonly cluster: PatroniCluster
  readonly bank: Bank

  private constructor(folder: string) {
    this.folder = folder
    this.cluster = new PatroniCluster(folder)
    const { programs } = this
    let turn = 0
    this.bank = new Bank({
      get address() {
        return (programs[turn++ % servers.length] as Program).address
      },
    })
  }

  /** Must be closed even if it did not open. */
  static async make(): Promise<ClusterLaundry> {
    const folder = await mkdtemp(join(tmpdir(), 'coinless-patroni-'))
    return new ClusterLaundry(folder)
  }

  async open(): Promise<void> {
    await this.cluster.start()
    for (const name of servers) {
      const program = bankProgram(join(this.folder, name), {
        ...this.cluster.settings,
        JWT_SECRET: 'a secret of the tests, long enough',
      })
      await program.start()
      this.programs.push(program)
    }
    await this.bank.open()
    this.serving = this.bank.serve()
  }

  /** Causes a fault while clients pay, then waits until they pay again and the cluster is whole. */
  async measure(fault: string, strike: () => Promise<Heal | undefined>) {
    const { bank, cluster } = this
    await cluster.whole()
    await this.pays()
    const before = { turnedAway: bank.turnedAway, leader: await this.leads() }
    const watch = this.watch()
    const heal = await strike()
    const isOther = async () => (await this.leads()) !== before.leader
    await expect
      .poll(isOther, { timeout: changeMs })
      .toBe(true)
      .catch(() => {})
    await this.pays()
    const seconds = Math.round((await watch.end()) / 100) / 10
    await heal?.()
    await cluster.whole()
    await this.pays()
    const leader = [before.leader, await this.leads()].map((each) => each.split(' ')[0]).join(' > ')
    const turnedAway = bank.turnedAway - before.turnedAway
    const row = { fault, 'seconds without a payment': seconds, leader, 'answered 503': turnedAway }
    this.table.push(row)
    console.log(JSON.stringify(row))
    return { seconds, turnedAway }
  }

  /** @returns payments acknowledged but missing, and payments present but not acknowledged */
  async close() {
    this.bank.close()
    await this.serving
    const database = connect(this.cluster.ownerUrl('coinless'))
    const kept = await database.selectFrom('transactions').select('id').execute()
    const { paid, refunded } = this.bank
    const [acknowledged, found] = [new Set(paid), new Set(kept.map(({ id }) => id))]
    const lost = paid.filter((id) => !found.has(id)).length
    const unknown = kept.filter(({ id }) => !acknowledged.has(id)).length
    if (lost === 0) await this.bank.expectWhole(database)
    await database.destroy()
    console.table(this.table)
    console.log(`${paid.length} payments, ${refunded.length} refunds, ${lost} lost`)
    return { lost, unknown }
  }

  async stop() {
    await Promise.all(this.programs.map((program) => program.stop()))
    await this.cluster.stop()
  }

  private async pays() {
    const wanted = this.bank.paid.length + enough
    await expect.poll(() => this.bank.paid.length, long).toBeGreaterThan(wanted)
  }

  private async leads(): Promise<string> {
    const leader = await this.cluster.leader()
    const [postmaster] = await this.cluster.postgres(leader)
    return `${leader.name} ${postmaster}`
  }

  /** The longest time between two payments, in milliseconds. */
  private watch() {
    let [last, count, longest] = [performance.now(), this.bank.paid.length, 0]
    let isOver = false
    const watching = (async () => {
      while (!isOver) {
        await delay(tickMs)
        const now = performance.now()
        longest = Math.max(longest, now - last)
        if (this.bank.paid.length === count) continue
        last = now
        count = this.bank.paid.length
      }
    })()
    return {
      end: async () => {
        isOver = true
        await watching
        return longest
      },
    }
  }
}
