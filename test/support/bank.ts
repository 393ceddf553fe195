import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { expect } from 'vitest'
import { findInconsistencies } from '../../server/ledger/entries/check.ts'
import type { Database } from '../../server/platform/database/connection.ts'
import { isDatabaseLost } from '../../server/platform/database/lost-connection.ts'
import { Program } from '../servers/program.ts'

export interface Answer {
  status: number
  body: {
    code?: string
    id?: string
    amount?: number
    transaction?: { id: string; amount: number }
  }
}

interface Slot {
  id: string
  code: string
}

const clients = 8
const codes = 4
const issued = 1000
const topUp = 100
const refund = 0.1
const price = 0.25
const pauseMs = 50
/** Expected refusals. */
const reasons = new Set([
  'code_deleted',
  'code_disabled',
  'code_not_accepted',
  'code_balance_too_low',
  'refund_too_much',
])

/** The admin who serves the clients and may refund everything. */
export const account = { email: 'ada@example.com', password: 'ada at the helm' }

/** A server with the settings of a bank. */
export function bankProgram(dataDir: string, more: Record<string, string> = {}): Program {
  return new Program({
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    CARD_PROCESSOR: 'sandbox',
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
    ...more,
  })
}

/**
 * A laundry that never closes: clients concurrently pay, refund, top up, disable and delete, and retry each call with
 * its key until it is answered. Remembers what was acknowledged.
 */
export class Bank {
  /** Ids of transactions, and of refunds. */
  readonly paid: string[] = []
  readonly refunded: string[] = []
  readonly refused: string[] = []
  /** Number of 503 answers. */
  turnedAway = 0
  /** Expected balance of each code in cents, by what was acknowledged. */
  private readonly left = new Map<string, number>()
  /** The code that paid a transaction; undefined: a card. */
  private readonly codeOf = new Map<string, string | undefined>()
  private readonly slots: Slot[] = []
  private readonly program: Pick<Program, 'address'>
  private token = ''
  private terms = {}
  private isOpen = true

  /** @param program made by bankProgram, or several in rotation */
  constructor(program: Pick<Program, 'address'>) {
    this.program = program
  }

  /** Retries until answered: lost connections, 503 and expired sessions do not count. */
  async ask(method: string, path: string, body?: object, key = ''): Promise<Answer> {
    for (;;) {
      try {
        const response = await fetch(`${this.program.address}/api${path}`, {
          method,
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${this.token}`,
            ...(key && { 'idempotency-key': key }),
          },
          ...(body && { body: JSON.stringify(body) }),
        })
        const text = await response.text()
        const answer: Answer = { status: response.status, body: text ? JSON.parse(text) : {} }
        if (answer.status === 401) await this.signIn()
        else if (answer.status !== 503) return answer
        else this.turnedAway++
      } catch {
        // No answer.
      }
      await delay(pauseMs)
    }
  }

  async open(): Promise<void> {
    await this.signIn()
    const device = {
      label: 'Washer',
      device_number: 'W-1',
      device_type: 'washer',
      landlord_email: account.email,
      location: 'Elm Street 4',
      duration_minutes: 30,
      price,
    }
    const { body } = await this.ask('POST', '/devices', device)
    this.terms = { device_id: body.id, amount: price, duration: device.duration_minutes }
    for (let n = 0; n < codes; n++) this.slots.push(await this.issue())
  }

  /** Serves the clients until it is closed. */
  async serve(): Promise<void> {
    await Promise.all(Array.from({ length: clients }, (_, client) => this.serveOne(client)))
  }

  close(): void {
    this.isOpen = false
  }

  /** Checks the sums while money moves. Skipped while the database is down. */
  async expectSound(database: Database): Promise<void> {
    const faults = await findInconsistencies(database).catch((error) => {
      if (isDatabaseLost(error)) return []
      throw error
    })
    expect(faults).toEqual([])
  }

  /** Expects exactly the acknowledged records, to the cent. */
  async expectWhole(database: Database): Promise<void> {
    expect(new Set(this.refused.filter((reason) => !reasons.has(reason)))).toEqual(new Set())
    const idsOf = async (table: 'transactions' | 'refunds') =>
      (await database.selectFrom(table).select('id').execute()).map(({ id }) => id).sort()
    expect(await idsOf('transactions')).toEqual(this.paid.sort())
    expect(await idsOf('refunds')).toEqual(this.refunded.sort())
    const balances = await database
      .selectFrom('prepaid_codes')
      .select(['id', 'remaining_balance'])
      .execute()
    const cents = balances.map(({ id, remaining_balance }) => [
      id,
      Math.round(Number(remaining_balance) * 100),
    ])
    expect(Object.fromEntries(cents)).toEqual(Object.fromEntries(this.left))
    expect(await findInconsistencies(database)).toEqual([])
  }

  private async signIn() {
    const { body } = await this.ask('POST', '/auth-login', account)
    this.token = (body as { session: { access_token: string } }).session.access_token
  }

  private async issue(): Promise<Slot> {
    const code = `BANK-CODE-${randomUUID().slice(0, 13)}`
    const { body } = await this.ask(
      'POST',
      '/prepaid-codes',
      { code, balance: issued },
      randomUUID(),
    )
    const slot = { id: body.id ?? '', code }
    this.left.set(slot.id, issued * 100)
    return slot
  }

  private async serveOne(client: number) {
    for (let n = 0; this.isOpen; n++) {
      const slot = this.slots[(client + n) % codes] as Slot
      if (n % 10 === 9) await this.payByCard()
      else await this.payWithCode(slot)
      if (n % 7 === client % 7) await this.refundSomething()
      if (n % 20 === client) await this.ask('PATCH', `/prepaid-codes-id-toggle/${slot.id}`)
      if (n % 30 === client) await this.topUp(slot)
      if (n % 100 === 50 + client) await this.replace(slot)
    }
  }

  private async payWithCode({ id, code }: Slot) {
    const body = { ...this.terms, prepaid_code: code }
    const answer = await this.ask('POST', '/payments/prepaid', body, randomUUID())
    if (this.remember(answer, id)) this.add(id, -price)
  }

  private async payByCard() {
    const card = {
      ...this.terms,
      customer_name: 'Carla',
      customer_email: 'carla@example.com',
      payment_method_id: sandboxPaymentMethods.approved,
    }
    this.remember(await this.ask('POST', '/payments/card', card, randomUUID()), undefined)
  }

  private remember({ status, body }: Answer, codeId: string | undefined): boolean {
    const { transaction } = body
    if (status !== 201 || !transaction) {
      this.refused.push(body.code ?? `${status}`)
      return false
    }
    this.paid.push(transaction.id)
    this.codeOf.set(transaction.id, codeId)
    return true
  }

  private async refundSomething() {
    const id = this.paid[Math.floor(Math.random() * this.paid.length)]
    if (!id) return
    const body = { amount: refund, reason: 'The door was stuck' }
    const answer = await this.ask('POST', `/transactions/${id}/refunds`, body, randomUUID())
    if (answer.status !== 201) return this.refused.push(answer.body.code ?? `${answer.status}`)
    this.refunded.push(answer.body.id ?? '')
    const codeId = this.codeOf.get(id)
    if (codeId) this.add(codeId, refund)
  }

  private async topUp({ id }: Slot) {
    const body = { amount: topUp }
    const { status } = await this.ask('POST', `/prepaid-codes/${id}/top-up`, body, randomUUID())
    if (status === 200) this.add(id, topUp)
  }

  /** Deletes a code that others may be paying with, and issues a new one. */
  private async replace(slot: Slot) {
    await this.ask('DELETE', `/prepaid-codes/${slot.id}`)
    Object.assign(slot, await this.issue())
  }

  private add(codeId: string, dollars: number) {
    this.left.set(codeId, (this.left.get(codeId) ?? 0) + Math.round(dollars * 100))
  }
}
