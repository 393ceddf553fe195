import pLimit from 'p-limit'
import type { Database } from '../../platform/database/connection.ts'
import { type AskedPayment, codeOf, kindOf } from './asked-payments.ts'
import type { Outcome } from './payment-outcome.ts'
import { redemptionOf } from './redemption.ts'

/** More payments in a statement save little. */
const most = 16
/** Further statements at once only wait for each other, and would leave less to gather. */
const atOnce = 2
/** Further payments with locked codes hold no connections, which other calls need. */
const waitsAtOnce = 4
/** A statement that waits for locks does not delay payments that need none of them. */
const slowMs = 100

interface Waiting {
  asked: AskedPayment
  kind: string
  code: string
  /** Its statement takes long, maybe because it waits for locks. */
  isSlow: boolean
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/**
 * Gathers the payments that wait at the same moment into one statement. A payment that finds no other is sent at once.
 * What a statement of several does not pay is judged again: with the others of its code, then alone. Only a statement
 * with one code waits for it.
 */
export class PaymentBatches {
  private readonly database: Database
  private waiting: Waiting[] = []
  /** Payments that were sent and have no outcome yet. */
  private readonly sent = new Set<Waiting>()
  private readonly inTurn = pLimit(waitsAtOnce)
  private running = 0
  private isPlanned = false

  constructor(database: Database) {
    this.database = database
  }

  redeem(asked: AskedPayment): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const [kind, code] = [kindOf(asked), codeOf(asked)]
      this.waiting.push({ asked, kind, code, isSlow: false, resolve, reject })
      this.plan()
    })
  }

  /** After all calls that have arrived were read. */
  private plan() {
    if (this.isPlanned || this.waiting.length === 0) return
    this.isPlanned = true
    setImmediate(() => {
      this.isPlanned = false
      while (this.running < atOnce) {
        const batch = this.take()
        if (batch.length === 0) break
        void this.run(batch)
      }
    })
  }

  /** The oldest payments of one kind, of different accounts and devices, whose codes are not in use. */
  private take(): Waiting[] {
    const batch: Waiting[] = []
    const sent = [...this.sent]
    this.waiting = this.waiting.filter((each) => {
      const isFree =
        batch.length < most &&
        each.kind === (batch[0] ?? each).kind &&
        !sent.some((other) => other.code === each.code || isBehind(other, each)) &&
        !batch.some((other) => isBehind(other, each))
      if (isFree) batch.push(each)
      return !isFree
    })
    for (const each of batch) this.sent.add(each)
    return batch
  }

  private async run(batch: Waiting[]): Promise<void> {
    this.running += 1
    let isRunning = true
    const leave = () => {
      if (isRunning) this.running -= 1
      isRunning = false
      this.plan()
    }
    const timer = setTimeout(() => {
      for (const each of batch) each.isSlow = true
      leave()
    }, slowMs)
    await this.judge(batch)
    clearTimeout(timer)
    leave()
  }

  /** Settles each payment of the batch. */
  private async judge(batch: Waiting[]): Promise<void> {
    if (batch.every(({ code }) => code === batch[0]?.code)) return this.judgeCode(batch)
    const left = await this.send(batch, false)
    const byCode = Map.groupBy(left, ({ code }) => code)
    await Promise.all([...byCode.values()].map((part) => this.judgeCode(part)))
  }

  /** Settles payments with one code, at once if it is free: others may wait for locked ones. */
  private async judgeCode(batch: Waiting[]): Promise<void> {
    const isBusy = this.inTurn.activeCount >= waitsAtOnce
    const unpaid = isBusy ? await this.send(batch, false) : batch
    if (unpaid.length === 0) return
    const left = await this.inTurn(() => this.send(unpaid, true))
    for (const each of left) await this.judgeCode([each])
  }

  /**
   * @param waits for the only code
   * @returns the payments that have to be judged again
   */
  private async send(batch: Waiting[], waits: boolean): Promise<Waiting[]> {
    const [first, ...others] = batch.map(({ asked }) => asked)
    if (!first) return []
    const isOne = waits && others.length === 0
    try {
      const statement = redemptionOf(this.database, [first, ...others], waits)
      const { rows } = await this.database.executeQuery(statement)
      const outcomes = new Map(rows.map((row) => [row.payment_id, row]))
      return batch.filter((each) => {
        const outcome = outcomes.get(each.asked.id)
        if (!outcome || !(isOne || isFinal(outcome))) return true
        this.settle(each, () => each.resolve(outcome))
        return false
      })
    } catch (error) {
      if (!isOne && isUndone(error)) return batch
      for (const each of batch) this.settle(each, () => each.reject(error))
      return []
    }
  }

  private settle(each: Waiting, answer: () => void) {
    answer()
    this.sent.delete(each)
    this.plan()
  }
}

/** Whether a payment waits for another one of its payer, or of its device unless that takes long. */
function isBehind({ asked: one, isSlow }: Waiting, { asked: other }: Waiting): boolean {
  const isAtSameDevice = one.payment.device_id === other.payment.device_id
  return one.caller.id === other.caller.id || (isAtSameDevice && !isSlow)
}

/** Whether the outcome among several payments is the one alone: paid, answered before, or the machine is to be asked. */
function isFinal({ answer, refusal }: Outcome): boolean {
  return answer !== null || refusal === null || refusal === 'not_asked'
}

/** Classes of errors: data, constraints, rollbacks and those that triggers raise. The statement did nothing. */
const undone = ['22', '23', '40', 'P0']

function isUndone(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && undone.includes(code.slice(0, 2))
}
