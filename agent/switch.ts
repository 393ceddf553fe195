import type { fromServer } from '@coinless/contract/controller-protocol.ts'
import type { z } from 'zod'

export type Start = z.infer<typeof fromServer.start>
export type Pulses = NonNullable<Start['pulses']>

/** Switch of a channel. Every failure throws, and the channel then switches off. */
export interface Switch {
  /** Ends on its own after this many seconds, even if this program dies. */
  on(seconds: number): Promise<void>
  off(): Promise<void>
  /** Measured; undefined if that is impossible. */
  isOn(): Promise<boolean | undefined>
  watts?(): Promise<number | undefined>
  /** Resolves when sending begins; `sent` resolves when all pulses were sent. */
  pulse?(pulses: Pulses): Promise<{ sent: Promise<void> }>
  /** Whether the device that holds the switch lost power in the last seconds. */
  lostPower?(lastSeconds: number): Promise<boolean>
}
