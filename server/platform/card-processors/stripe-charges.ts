import type Stripe from 'stripe'
import type { StripeSettings } from '../config/config.ts'
import type { ChargeRequest, ChargeState, PreparedCharge } from './card-processor.ts'
import { isMissing, isRefused, lostAnswer, reach } from './stripe-errors.ts'
import { differenceOf, metadataOf, stripeCurrency } from './stripe-match.ts'

/** Calls for PaymentIntents. */
export class StripeCharges {
  private readonly intents: Stripe['paymentIntents']
  private readonly settings: StripeSettings
  private readonly installation: string

  constructor(stripe: Stripe, settings: StripeSettings, installation: string) {
    this.intents = stripe.paymentIntents
    this.settings = settings
    this.installation = installation
  }

  async prepare({ id, amount, isHold }: ChargeRequest): Promise<string> {
    const intent: Stripe.PaymentIntentCreateParams = {
      amount,
      currency: stripeCurrency,
      allowed_payment_method_types: ['card'],
      capture_method: isHold ? 'manual' : this.settings.capture,
      metadata: metadataOf(id, this.installation),
    }
    const key = { idempotencyKey: `prepare ${id}` }
    return (await reach(this.intents.create(intent, key))).id
  }

  async confirm(charge: PreparedCharge & ChargeRequest): Promise<ChargeState> {
    const { id, reference, paymentMethodId } = charge
    const method = paymentMethodId.startsWith('ctoken_') ? 'confirmation_token' : 'payment_method'
    const key = { idempotencyKey: `confirm ${id}` }
    try {
      const given = { [method]: paymentMethodId }
      return await this.stateOf(await this.intents.confirm(reference, given, key), charge)
    } catch (error) {
      if (!isRefused(error) && !isMissing(error)) throw lostAnswer(error)
      const state = await this.settle(charge)
      return state.status === 'prepared' ? this.cancelMatched(charge) : state
    }
  }

  async settle(charge: PreparedCharge): Promise<ChargeState> {
    return this.stateOf(await this.retrieve(charge), charge)
  }

  async capture(charge: PreparedCharge): Promise<ChargeState> {
    const before = await this.settle(charge)
    if (before.status !== 'held') return before
    const state = await this.take(charge)
    return state.status === 'held' ? this.cancelMatched(charge) : state
  }

  async cancel(charge: PreparedCharge): Promise<ChargeState> {
    return this.unmatched(await this.retrieve(charge), charge) ?? this.cancelMatched(charge)
  }

  private async retrieve({ reference }: PreparedCharge) {
    return reach(this.intents.retrieve(reference))
  }

  /** A charge that differs from the request is neither captured, canceled nor counted. */
  private unmatched(intent: Stripe.PaymentIntent, charge: PreparedCharge): ChargeState | undefined {
    const us = { installation: this.installation, isLive: this.settings.isLive }
    const difference = differenceOf(intent, charge, us)
    return difference ? { status: 'unmatched', difference } : undefined
  }

  private async stateOf(
    intent: Stripe.PaymentIntent,
    charge: PreparedCharge,
  ): Promise<ChargeState> {
    const odd = this.unmatched(intent, charge)
    if (odd) return odd
    const { status, client_secret, last_payment_error } = intent
    if (status === 'succeeded') return { status: 'completed' }
    if (status === 'canceled') return { status: 'failed' }
    if (status === 'requires_capture') return charge.isHold ? { status: 'held' } : this.take(charge)
    if (status === 'requires_payment_method' && last_payment_error) {
      return this.cancelMatched(charge)
    }
    if (status === 'requires_payment_method' || status === 'requires_confirmation') {
      return { status: 'prepared' }
    }
    const isAsking = status === 'requires_action' && client_secret
    return { status: 'pending', ...(isAsking && { clientSecret: client_secret }) }
  }

  /**
   * Sends no idempotency key, with which Stripe would repeat its own error. Stripe captures a hold only once anyway.
   */
  private async take(charge: PreparedCharge): Promise<ChargeState> {
    return this.intents.capture(charge.reference).then(
      (intent) => this.stateOf(intent, charge),
      (error) => this.asItStands(charge, error),
    )
  }

  private async cancelMatched(charge: PreparedCharge): Promise<ChargeState> {
    return this.intents.cancel(charge.reference).then(
      (intent) => this.stateOf(intent, charge),
      (error) => this.asItStands(charge, error),
    )
  }

  /** Returns the current state after Stripe refused a call because the charge had changed. */
  private async asItStands(charge: PreparedCharge, error: unknown): Promise<ChargeState> {
    if (!isRefused(error)) throw lostAnswer(error)
    const intent = await this.retrieve(charge)
    const odd = this.unmatched(intent, charge)
    if (odd) return odd
    if (intent.status === 'succeeded') return { status: 'completed' }
    if (intent.status === 'canceled') return { status: 'failed' }
    return { status: intent.status === 'requires_capture' && charge.isHold ? 'held' : 'pending' }
  }
}
