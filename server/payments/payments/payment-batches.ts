import { codeKey } from '@coinless/contract/typed-secrets.ts'
import type { Database } from '../../platform/database/connection.ts'
import { type AskedPayment, kindOf } from './asked-payments.ts'
import type { Outcome } from './payment-outcome.ts'
import { redemptionOf } from './redemption.ts'

/** More payments in a statement save little. */
const most = 16
/** Further statements at once only wait for each other, and would leave less to gather. */
const atOnce = 2
/** A statement that waits for locks does not delay payments that need none of them. */
const slowMs = 100

interface Waiting {
  asked: AskedPayment
  kind: string
  /** Names that only one payment of a statement can have. */
  own: string[]
  code: string
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/**
 * Gathers the payments that wait at the same moment into one statement. A payment that finds no other is sent at once.
 * What a statement of several does not pay is judged again: with the others of its code, then alone.
 */
export class PaymentBatches {
  private readonly database: Database
  private waiting: Waiting[] = []
  private running = 0
  private isPlanned = false
  /** Accounts, devices and codes of payments that are being made, with their number. */
  private readonly busy = new Map<string, number>()

  constructor(database: Database) {
    this.database = database
  }

  redeem(asked: AskedPayment): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const { caller, payment } = asked
      const own = [`account ${caller.id}`, `device ${payment.device_id}`]
      this.waiting.push({ asked, kind: kindOf(asked), own, code: codeOf(asked), resolve, reject })
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
    const taken = new Set<string>()
    this.waiting = this.waiting.filter((each) => {
      const { kind, own, code } = each
      const isFree =
        batch.length < most &&
        kind === (batch[0] ?? each).kind &&
        !this.busy.has(code) &&
        !own.some((name) => taken.has(name) || this.busy.has(name))
      if (!isFree) return true
      batch.push(each)
      for (const name of own) taken.add(name)
      return false
    })
    for (const { own, code } of batch) {
      for (const name of [...own, code]) this.busy.set(name, (this.busy.get(name) ?? 0) + 1)
    }
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
    const timer = setTimeout(leave, slowMs)
    await this.judge(batch)
    clearTimeout(timer)
    leave()
  }

  /** Settles each payment of the batch. */
  private async judge(batch: Waiting[]): Promise<void> {
    const isOne = batch.length === 1
    const codes = Map.groupBy(batch, ({ code }) => code)
    const left = await this.send(batch, { isOne, waits: codes.size === 1 })
    const parts = codes.size > 1 ? Map.groupBy(left, ({ code }) => code).values() : [left]
    await Promise.all(
      [...parts].map(async (part) => {
        if (codes.size > 1) return this.judge(part)
        for (const each of part) await this.judge([each])
      }),
    )
  }

  /** @returns the payments of several that have to be judged again */
  private async send(
    batch: Waiting[],
    { isOne, waits }: { isOne: boolean; waits: boolean },
  ): Promise<Waiting[]> {
    const [first, ...others] = batch.map(({ asked }) => asked)
    if (!first) return []
    try {
      const statement = redemptionOf(this.database, [first, ...others], waits)
      const { rows } = await this.database.executeQuery(statement)
      const outcomes = new Map(rows.map((row) => [row.payment_id, row]))
      return batch.filter((each) => {
        const outcome = outcomes.get(each.asked.id) as Outcome
        if (!isOne && !isFinal(outcome)) return true
        this.settle(each, () => each.resolve(outcome))
        return false
      })
    } catch (error) {
      if (!isOne && isUndone(error)) return batch
      for (const each of batch) this.settle(each, () => each.reject(error))
      return []
    }
  }

  private settle({ own, code }: Waiting, answer: () => void) {
    answer()
    for (const name of [...own, code]) {
      const left = (this.busy.get(name) ?? 1) - 1
      if (left > 0) this.busy.set(name, left)
      else this.busy.delete(name)
    }
    this.plan()
  }
}

function codeOf({ payment }: AskedPayment): string {
  if ('prepaid_code' in payment) return `code ${codeKey(payment.prepaid_code)}`
  return `chosen code ${payment.prepaid_code_id}`
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
