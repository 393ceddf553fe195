import type { fromServer } from '@coinless/contract/controller-protocol.ts'
import type { z } from 'zod'

export type Start = z.infer<typeof fromServer.start>
export type Pulses = NonNullable<Start['pulses']>

/** What a channel switches with. Whatever fails throws, and leaves it to the channel to switch off. */
export interface Switch {
  /** It ends by itself after so many seconds, whatever becomes of this program. */
  on(seconds: number): Promise<void>
  off(): Promise<void>
  /** Measured; undefined where that is impossible. */
  isOn(): Promise<boolean | undefined>
  watts?(): Promise<number | undefined>
  /** Done when the pulses are being sent; what it returns, when all of them were. */
  pulse?(pulses: Pulses): Promise<{ sent: Promise<void> }>
  /** Whether what holds the switch has lost power in the last seconds. */
  lostPower?(lastSeconds: number): Promise<boolean>
}
