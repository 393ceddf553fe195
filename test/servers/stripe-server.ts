import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import type { StripeSettings } from '../../server/platform/config/config.ts'

interface Intent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  livemode: boolean
  capture_method: string
  client_secret: string
  status: string
  metadata: Record<string, string>
  last_payment_error: { message: string } | null
}

interface StoredRefund {
  id: string
  object: 'refund'
  amount: number
  currency: string
  payment_intent: string
  status: string
  metadata: Record<string, string>
}

type Answer = [status: number, body: unknown]

/**
 * Fault of the next call of a path. `lost before` and `lost after`: the connection ends before or after the work.
 * `hangs`: the work is done without an answer. `500`: stored under the idempotency key, as Stripe does.
 * Other numbers: Stripe rejects the secret key, or denies it access.
 */
type Fault = 'lost before' | 'lost after' | 'hangs' | '500' | '401' | '403' | '404'

/** Results of Stripe's test cards. */
const outcomes: Record<string, string> = {
  pm_card_visa: 'succeeded',
  ctoken_visa: 'succeeded',
  pm_card_threeDSecure2Required: 'requires_action',
  ctoken_threeDSecure: 'requires_action',
  pm_card_processing: 'processing',
}

/** A local server with the parts of Stripe's API that the product uses. */
export class StripeServer {
  readonly intents = new Map<string, Intent>()
  readonly refunds: StoredRefund[] = []
  /** Account of the secret key. */
  account = 'acct_of_the_tests'
  /** Calls received, such as 'POST /v1/payment_intents'. */
  readonly calls: string[] = []
  /** Calls that failed since `fail`. */
  failed = 0
  private faults: { path: RegExp; fault: Fault; times: number } | undefined
  private readonly answers = new Map<string, Answer>()
  private readonly server: Server = createServer((request, response) => {
    void this.answer(request, response)
  })

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
  }

  settings(capture: StripeSettings['capture'] = 'automatic'): StripeSettings {
    const { port } = this.server.address() as AddressInfo
    return {
      secretKey: 'sk_test_of_the_tests',
      publishableKey: 'pk_test_of_the_tests',
      webhookSecret: 'whsec_of_the_tests',
      isLive: false,
      capture,
      apiUrl: `http://127.0.0.1:${port}`,
    }
  }

  /** Makes calls fail whose method and path match: this many, or until healed. */
  fail(path: RegExp, fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.faults = { path, fault, times }
    this.failed = 0
  }

  heal(): void {
    this.faults = undefined
  }

  /** Later decision of the customer or the bank. */
  finish(intentId: string, status: 'succeeded' | 'declined'): void {
    const intent = this.intent(intentId)
    if (status === 'succeeded') approve(intent)
    else decline(intent)
  }

  /** A signed webhook of Stripe. */
  webhook(object: Intent | StoredRefund): { payload: string; signature: string } {
    const id = `evt_${randomUUID()}`
    return this.signed(
      JSON.stringify({ id, object: 'event', type: 'some.event', data: { object } }),
    )
  }

  signed(payload: string): { payload: string; signature: string } {
    const secret = this.settings().webhookSecret
    const stripe = new Stripe(this.settings().secretKey)
    return { payload, signature: stripe.webhooks.generateTestHeaderString({ payload, secret }) }
  }

  /** Intents created for a card payment. */
  intentsOf(cardPaymentId: string): Intent[] {
    const intents = [...this.intents.values()]
    return intents.filter(({ metadata }) => metadata.card_payment_id === cardPaymentId)
  }

  intentOf(cardPaymentId: string): Intent {
    const [intent] = this.intentsOf(cardPaymentId)
    if (!intent) throw new Error(`Nothing was created for the card payment ${cardPaymentId}.`)
    return intent
  }

  private async answer(request: IncomingMessage, response: ServerResponse) {
    const name = `${request.method} ${request.url?.split('?')[0]}`
    this.calls.push(name)
    const fault = this.nextFault(name)
    const body = new URLSearchParams((await request.toArray()).join(''))
    if (fault === 'lost before') return void request.socket.destroy()
    const refused = Number(fault)
    if (refused >= 401 && refused <= 404)
      return answerWith(response, failure(refused, 'invalid_request_error', 'resource_missing'))
    const answered = this.once(request, name, body, fault)
    if (fault === 'lost after') return void request.socket.destroy()
    if (fault !== 'hangs') answerWith(response, answered)
  }

  private nextFault(name: string): Fault | undefined {
    if (!this.faults?.path.test(name) || this.faults.times-- <= 0) return undefined
    this.failed += 1
    return this.faults.fault
  }

  /** A known key gets its first answer again, even a 500. */
  private once(request: IncomingMessage, name: string, body: URLSearchParams, fault?: Fault) {
    const key = request.headers['idempotency-key']
    const known = request.method === 'POST' && key && this.answers.get(String(key))
    if (known) return known
    const answer: Answer =
      fault === '500' ? failure(500, 'api_error') : this.work(name, request.url ?? '', body)
    if (key) this.answers.set(String(key), structuredClone(answer))
    return answer
  }

  private work(name: string, url: string, body: URLSearchParams): Answer {
    const [, resource, id = '', action = ''] =
      /\/v1\/(\w+)\/?(\w*)\/?(\w*)/.exec(name.split(' ')[1] ?? '') ?? []
    if (resource === 'refunds') {
      return name.startsWith('GET') ? this.listRefunds(url) : this.refund(body)
    }
    if (resource === 'account') return [200, { id: this.account, object: 'account' }]
    if (!id) return isKnown(body) ? [200, this.create(body)] : failure(400, 'invalid_request_error')
    const intent = this.intents.get(id)
    if (!intent) return failure(404, 'invalid_request_error', 'resource_missing')
    if (action === 'confirm') return confirm(intent, body)
    if (action === 'capture' && this.refusesCapture) return failure(402, 'card_error')
    if (action === 'capture' && intent.status === 'requires_capture') take(intent)
    else if (
      action === 'cancel' &&
      !['succeeded', 'canceled', 'processing'].includes(intent.status)
    )
      intent.status = 'canceled'
    else if (action) return failure(400, 'invalid_request_error')
    return [200, intent]
  }

  private create(body: URLSearchParams): Intent {
    const intent: Intent = {
      id: `pi_${randomUUID().replaceAll('-', '')}`,
      object: 'payment_intent',
      amount: Number(body.get('amount')),
      amount_received: 0,
      currency: body.get('currency') ?? '',
      livemode: false,
      capture_method: body.get('capture_method') ?? 'automatic',
      client_secret: `secret_${randomUUID()}`,
      status: 'requires_payment_method',
      metadata: metadataIn(body),
      last_payment_error: null,
    }
    this.intents.set(intent.id, intent)
    return intent
  }

  private intent(id: string): Intent {
    const intent = this.intents.get(id)
    if (!intent) throw new Error(`There is no PaymentIntent ${id}.`)
    return intent
  }

  private listRefunds(url: string): Answer {
    const wanted = new URL(url, 'http://stripe').searchParams.get('payment_intent')
    if (!this.intents.has(wanted ?? ''))
      return failure(404, 'invalid_request_error', 'resource_missing')
    const data = this.refunds.filter(
      ({ payment_intent }) => this.findsAllRefunds || payment_intent === wanted,
    )
    return [200, { object: 'list', data, has_more: false, url: '/v1/refunds' }]
  }

  private refund(body: URLSearchParams): Answer {
    const intent = this.intent(body.get('payment_intent') ?? '')
    const amount = Number(body.get('amount'))
    const before = this.refunds
      .filter(({ payment_intent, status }) => payment_intent === intent.id && status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0)
    if (before + amount > intent.amount) return failure(400, 'invalid_request_error')
    const refund: StoredRefund = {
      id: `re_${randomUUID().replaceAll('-', '')}`,
      object: 'refund',
      amount,
      currency: intent.currency,
      payment_intent: intent.id,
      status: this.refundStatus,
      metadata: metadataIn(body),
    }
    this.refunds.push(refund)
    return [200, refund]
  }

  /** A held amount can no longer be captured. */
  refusesCapture = false
  /** A list of refunds includes those of other charges. */
  findsAllRefunds = false
  /** Result of the next refunds. */
  refundStatus: 'succeeded' | 'pending' | 'failed' = 'succeeded'
}

/** Like Stripe, rejects unknown parameters. */
function isKnown(body: URLSearchParams): boolean {
  const known =
    /^(amount|currency|capture_method|allowed_payment_method_types\[0\]|metadata\[.*\])$/
  return [...body.keys()].every((name) => known.test(name))
}

function confirm(intent: Intent, body: URLSearchParams): Answer {
  if (intent.status !== 'requires_payment_method') return failure(400, 'invalid_request_error')
  const method = body.get('payment_method') ?? body.get('confirmation_token') ?? ''
  if (method === 'pm_card_chargeDeclined') {
    decline(intent)
    return failure(402, 'card_error')
  }
  const outcome = outcomes[method]
  if (!outcome) return failure(400, 'invalid_request_error')
  if (outcome === 'succeeded') approve(intent)
  else intent.status = outcome
  return [200, intent]
}

function approve(intent: Intent) {
  if (intent.capture_method === 'manual') intent.status = 'requires_capture'
  else take(intent)
}

function take(intent: Intent) {
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
}

function metadataIn(body: URLSearchParams): Record<string, string> {
  const named = [...body].map(([name, value]) => [/^metadata\[(.*)\]$/.exec(name)?.[1], value])
  return Object.fromEntries(named.filter(([name]) => name))
}

function decline(intent: Intent) {
  intent.status = 'requires_payment_method'
  intent.last_payment_error = { message: 'Your card was declined.' }
}

function failure(status: number, type: string, code?: string): Answer {
  return [status, { error: { type, code, message: 'As the test requests.' } }]
}

function answerWith(response: ServerResponse, [status, answer]: Answer) {
  const headers = { 'content-type': 'application/json', 'stripe-should-retry': 'false' }
  response.writeHead(status, headers).end(JSON.stringify(answer))
}
