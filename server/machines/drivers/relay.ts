/**
 * What a box does that switches relays by its own timer, and knows neither ids of starts nor deadlines. Each
 * call fails with NoAnswer or Declined.
 */
export interface Relay {
  status(channel: number): Promise<RelayStatus>
  /**
   * For so many seconds, by the box's own timer, if it can be sent at once.
   * @param ms until its answer is waited for
   */
  switchOn(channel: number, seconds: number, ms: number): Promise<void>
  switchOff(channel: number): Promise<void>
  /** What is on its way and was not answered must not arrive any more, as far as this side can see to it. */
  cut(): void
}

/** As it is now. */
export interface RelayStatus {
  isOn: boolean
  /** How long the timer that will end it runs in all; null: none runs. */
  timerSeconds: number | null
  /** Until then; null where no timer runs, or it is not known. */
  remainingSeconds: number | null
  watts: number | null
  hasFault: boolean
  /** Since the box has power, or has started anew. */
  uptimeSeconds: number
}

/** Whether it was carried out is not known. */
export class NoAnswer extends Error {}

/** Not sent: for sure not carried out. */
export class NotSent extends NoAnswer {}

/** The box says that it does not do it. */
export class Declined extends Error {}
