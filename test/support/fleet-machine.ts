import { randomUUID } from 'node:crypto'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { type CardPayment, payments } from '@coinless/contract/payments.ts'
import { Box, type BoxSettings, type Wire } from '../../server/machines/simulated/box.ts'
import type { SimulatedChannel } from '../../server/machines/simulated/simulated-channel.ts'
import type { ApiCaller } from '../../simulate/api-caller.ts'
import { simulatedTerms } from '../../simulate/furnish.ts'

type Outcome = { paid: string } | { refused: string }
type Settings = Omit<BoxSettings, 'channels' | 'wire'> & { wire: Wire }

/** A machine of the fleet on its own box, and its payer. */
export class FleetMachine {
  readonly box: Box
  readonly deviceId: string
  readonly tenant: ApiCaller
  /** Heard until it was switched on more often than this. */
  private heardUntil = Number.POSITIVE_INFINITY

  constructor(settings: Settings, deviceId: string, tenant: ApiCaller) {
    const wire: Wire = (deliver) => {
      if (!this.isUnheard) settings.wire(deliver)
    }
    this.box = new Box({ ...settings, channels: 1, wire })
    this.deviceId = deviceId
    this.tenant = tenant
  }

  get channel(): SimulatedChannel {
    return this.box.channels[0] as SimulatedChannel
  }

  /** Whether it runs without sending or receiving anything. */
  get isUnheard(): boolean {
    return this.channel.switchedOn.length > this.heardUntil
  }

  /** Takes effect when it is switched on the next time. */
  becomeUnheard(): void {
    this.heardUntil = this.channel.switchedOn.length
  }

  becomeHeard(): void {
    this.heardUntil = Number.POSITIVE_INFINITY
    this.reconnect()
  }

  /** Reports again what was not delivered. */
  reconnect(): void {
    this.box.disconnect()
    this.box.connect()
  }

  ranMs(start: string): number {
    return this.channel.ranMs(start, this.box.now)
  }

  async payWithCode(prepaid_code: string): Promise<Outcome> {
    const { status, body } = await this.tenant.ask(payments.prepaid, {
      body: { ...this.terms, prepaid_code },
      key: randomUUID(),
    })
    const { transaction, code } = body as { transaction?: { id: string }; code?: string }
    if (status === 201 && transaction) return { paid: transaction.id }
    return { refused: code ?? `${status}` }
  }

  /** Polls a pending payment until it has a cycle, like a customer at the machine. */
  async payByCard(): Promise<Outcome> {
    let { status, body } = await this.tenant.ask(payments.card, {
      body: {
        ...this.terms,
        customer_name: 'Carla',
        customer_email: this.tenant.email,
        payment_method_id: sandboxPaymentMethods.approved,
      },
      key: randomUUID(),
    })
    for (;;) {
      const { payment, code } = body as { payment?: CardPayment; code?: string }
      if (payment?.cycle_id) return { paid: payment.cycle_id }
      const refused = payment?.refusal ?? code
      if (refused || payment?.status !== 'pending') return { refused: refused ?? `${status}` }
      const sent = { params: { id: payment.id } }
      ;({ status, body } = await this.tenant.ask(payments.cardStatus, sent))
    }
  }

  private get terms() {
    const { price: amount, duration_minutes: duration } = simulatedTerms
    return { device_id: this.deviceId, amount, duration }
  }
}
