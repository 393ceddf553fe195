/**
 * Operations of a box that switches relays by its own timer, and knows neither start ids nor deadlines. Each call fails
 * with NoAnswer or Declined.
 */
export interface Relay {
  status(channel: number): Promise<RelayStatus>
  /**
   * Switches on for this many seconds by the box's own timer, if it can be sent at once.
   * @param ms how long to wait for the answer
   */
  switchOn(channel: number, seconds: number, ms: number): Promise<void>
  switchOff(channel: number): Promise<void>
  /** Discards commands that are unanswered and still on the way, as far as this side can. */
  cut(): void
}

export interface RelayStatus {
  isOn: boolean
  /** Total duration of the timer that will end it; null: none runs. */
  timerSeconds: number | null
  /** Time until it ends; null: no timer runs, or it is unknown. */
  remainingSeconds: number | null
  watts: number | null
  hasFault: boolean
  /** Time since power-on or reboot. */
  uptimeSeconds: number
}

/** It is unknown whether the command was carried out. */
export class NoAnswer extends Error {}

/** Not sent, so certainly not carried out. */
export class NotSent extends NoAnswer {}

/** The box refuses the command. */
export class CommandRefused extends Error {}
