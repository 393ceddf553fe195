import type { CycleReason } from '@coinless/contract/choices.ts'
import type { MinorUnits } from '@coinless/contract/money.ts'

/**
 * One paid run of a device. Times are in milliseconds of the database's clock, money in minor units. See docs/develop/cycles.md.
 */
export type Cycle = Starting | Running | Ended

interface Common {
  /** Held on the card, captured (or about to be), or not ours. */
  money: 'held' | 'taken' | 'released'
  refundedAmount: MinorUnits
  /** Part of it refunded by people. */
  manualRefundAmount: MinorUnits
  /** The last start that was sent; null without a link. */
  start: Start | null
  run: Run | null
  /** Consecutive questions without a conclusive answer. */
  checkAttempts: number
  /** Time of the next check; null: nothing left to do. */
  nextCheckAt: number | null
  /** Ran although refunded: switched off and recorded once. */
  isLoss: boolean
}

/** Number 2 is a free retry. */
export interface Start {
  number: 1 | 2
  deadline: number
  answer: Answer | null
}

interface Run {
  since: number
  endsAt: number
  /** When it was last known to run; for coin pulses that never worked, when last measured. */
  lastRunningAt: number
  /** The controller's boot at the start. A different one later means that it lost power. */
  boot: string | null
  /** Whether power or the busy signal was seen, and since when it is missing. */
  hasWorked: boolean
  idleSince: number | null
  /** Stopped by the customer; ends once the controller confirms that it is off. */
  isStopping: boolean
}

export interface Starting extends Common {
  state: 'starting'
  start: Start
  /** No pulse of the first start was sent: the customer may retry free of charge until `nextCheckAt`. */
  isRestartOffered: boolean
}

export interface Running extends Common {
  state: 'running'
  run: Run
}

export interface Ended extends Common {
  state: 'finished' | 'not_started' | 'interrupted'
  /** Why it ended, for texts shown to people. */
  reason: CycleReason
  at: number
  /** Otherwise the end is estimated by the clock. */
  isMeasured: boolean
}

/** Why a controller rejects a start. */
type Refused = 'expired' | 'busy' | 'door' | 'fault'
type Answer = 'accepted' | Refused

/** Constant during a cycle, except for the link, which may be removed. */
export interface Facts {
  price: MinorUnits
  minutes: number
  /** Minimum charge. */
  minimumMinutes: number
  link: Link | null
  /** Owner's choice: refund unused minutes when the customer stops. */
  refundsUnused: boolean
  notStartedBefore: NotStarted | null
  /** The machine ran after an earlier refund of this payer: the owner decides about the next one (decision 121). */
  hasRunAfterRefund: boolean
}

/** Consecutive cycles of this device right before this one that failed to start for a reason that counts. */
interface NotStarted {
  /** All were paid by the current payer. */
  isSamePayer: boolean
  /** At least one for a reason that no payer can cause. */
  isByDevice: boolean
}

export interface Link {
  switching: 'relay' | 'pulses'
  /** Evidence that the machine works: the controller's answer alone, power or a busy signal. */
  evidence: 'answer' | 'measured'
}

export interface Report {
  kind: 'reported'
  at: number
  /** When the question that this answers was asked; null: unsolicited. */
  askedAt: number | null
  boot: string | null
  /**
   * Relay: switched on by a start of this cycle. Coin pulses: those of the last start were sent, or certainly none.
   */
  runs: 'yes' | 'no' | 'unknown'
  /** Power above the threshold, or the busy signal; null if not measured. */
  works: boolean | null
  hasFault: boolean
  /** By the controller's timer. */
  remainingMs: number | null
  /** Total on-time of this cycle's start, from the controller's journal: no evidence that the machine worked. */
  ranMs: number | null
  /** Power or the busy signal during that time, from the journal; null if not measured. */
  worked: boolean | null
}

/** The time of `nextCheckAt` has come or has passed. */
export interface DueCheck {
  kind: 'checked'
  at: number
  /** How long this server has been checking without a pause and would have received an answer. */
  checkingMs: number
}

export type CycleEvent =
  | { kind: 'paid'; at: number; money: 'held' | 'taken' }
  | { kind: 'answered'; at: number; start: number; answer: Answer; boot: string | null }
  | Report
  | DueCheck
  /** By the customer. */
  | { kind: 'stopped' | 'restarted'; at: number }
  /** By an authorized person. */
  | { kind: 'refunded'; at: number; amount: MinorUnits }
  /** The card processor refuses the refund. */
  | { kind: 'refund_failed'; at: number; amount: MinorUnits; isByPerson: boolean }
  /** The link was removed; `facts.link` is null from now on. */
  | { kind: 'unlinked'; at: number }
  | { kind: 'capture_failed'; at: number }

/** Written in the transaction that writes the cycle. */
export type Effect =
  | { do: 'capture' | 'void' | 'notify_customer' | 'out_of_order' }
  /** Twice in a row, but one payer may have caused it: notifies the owner; the machine stays in service. */
  | { do: 'doubted' }
  | { do: 'refund'; amount: MinorUnits }
  | { do: 'loss'; amount: MinorUnits; why: 'ran_after_refund' | 'capture_failed' }
  | { do: 'not_started'; isByDevice: boolean }
  | { do: 'notify_owner'; what: 'keeps_running' | 'capture_failed' }
  /** Files a report for the payer: the owner decides about the refund. */
  | { do: 'ask_owner' }

/** Sent to the controller after the commit: once, or never if the server dies in between. */
export type Command =
  | { do: 'start'; number: 1 | 2; deadline: number }
  /** The answer returns `at` as `askedAt`. */
  | { do: 'ask'; at: number }
  /** Switched on by a start of this cycle. */
  | { do: 'switch_off' }

export interface Transition {
  cycle: Cycle
  effects: Effect[]
  commands: Command[]
  /** Why a person's request is refused. */
  refusal?:
    | 'cycle_starting'
    | 'cycle_ended'
    | 'cannot_be_stopped'
    | 'refund_too_much'
    | 'no_new_start'
}
