import type { CycleReason } from '@coinless/contract/choices.ts'
import type { Cents } from '@coinless/contract/money.ts'

/**
 * A cycle is one paid run of a device. Times are milliseconds of the database's clock, money is whole
 * cents. docs/cycles.md draws it.
 */
export type Cycle = Starting | Running | Ended

interface Common {
  /** At the payment's way: held on the card, taken (or about to be), or nothing of it is ours. */
  money: 'held' | 'taken' | 'released'
  givenBack: Cents
  /** Of that, by persons. */
  gift: Cents
  /** The last one that was sent; null at a device without a link. */
  start: Start | null
  run: Run | null
  /** Questions in a row without an answer that settles something. */
  asks: number
  /** When to look after it next; null: nothing is left to be done. */
  lookAt: number | null
  /** It ran although the money went back: switched off by us, and written down once. */
  isLoss: boolean
}

/** A free new start is number 2. */
export interface Start {
  number: 1 | 2
  deadline: number
  answer: Answer | null
}

interface Run {
  since: number
  endsAt: number
  /** When it was last known to run; of coin pulses that never worked, when they were last measured. */
  heardAt: number
  /** Of the controller, when it began. Another one later: it was without power. */
  boot: string | null
  /** Power or the busy signal was seen at least once, and since when it is missing. */
  hasWorked: boolean
  idleSince: number | null
  /** The customer stops it; it ends when the controller has confirmed that it is off. */
  isStopping: boolean
}

export interface Starting extends Common {
  state: 'starting'
  start: Start
  /** No pulse of the first start was sent: the customer may start anew, free, until `lookAt`. */
  isOffered: boolean
}

export interface Running extends Common {
  state: 'running'
  run: Run
}

export interface Ended extends Common {
  state: 'finished' | 'not_started' | 'interrupted'
  /** What ended it, for the sentences that people read. */
  reason: CycleReason
  at: number
  /** Otherwise its end is by the clock alone: estimated. */
  isMeasured: boolean
}

/** What a controller answers to a start that it does not carry out. */
type Refused = 'expired' | 'busy' | 'door' | 'fault'
type Answer = 'accepted' | Refused

/** What stays as it is during a cycle, but for the link, which may be taken away. */
export interface Facts {
  price: Cents
  minutes: number
  /** The least that is charged. */
  minimumMinutes: number
  link: Link | null
  /** Chosen by the device's owner: minutes not used are given back when a customer stops. */
  givesBackUnused: boolean
  notStartedBefore: NotStarted | null
  /** The machine ran after an earlier refund of this payer: the owner decides about the next one (decision 217). */
  hasRunAfterRefund: boolean
}

/** Cycles of this device, right before this one, in a row, that did not start for a reason that counts. */
interface NotStarted {
  /** All were paid by whoever pays now. */
  isSamePayer: boolean
  /** At least one for a reason that no payer can bring about. */
  isSure: boolean
}

export interface Link {
  switching: 'relay' | 'pulses'
  /** What shows that the machine works: the controller's word alone, or power or a busy signal. */
  evidence: 'answer' | 'measured'
}

export interface Report {
  kind: 'reported'
  at: number
  /** When the question was asked that this answers; null: said unasked. */
  askedAt: number | null
  boot: string | null
  /**
   * Relay: a start of this cycle has it switched on. Coin pulses: those of the last start were sent,
   * or, for sure, none of them.
   */
  runs: 'yes' | 'no' | 'unknown'
  /** Power above the mark, or the busy signal; null where nothing measures it. */
  works: boolean | null
  hasFault: boolean
  /** By the controller's own timer. */
  remainingMs: number | null
  /** How long the start of this cycle was on in all, from the controller's journal: no sign that the machine worked. */
  ranMs: number | null
  /** Power or the busy signal during all of that, from the journal; null where nothing measured it. */
  worked: boolean | null
}

/** The time of `lookAt` has come, or passed: nobody was there, or there was too much to do. */
export interface Look {
  kind: 'looked'
  at: number
  /** For how long whoever looks has done so without a pause, and would have heard an answer. */
  lookingMs: number
}

export type CycleEvent =
  | { kind: 'paid'; at: number; money: 'held' | 'taken' }
  | { kind: 'answered'; at: number; start: number; answer: Answer; boot: string | null }
  | Report
  | Look
  /** By the customer. */
  | { kind: 'stopped' | 'started_anew'; at: number }
  /** By a person who may. */
  | { kind: 'refunded'; at: number; cents: Cents }
  /** The card's processor refuses to give it back. */
  | { kind: 'refund_failed'; at: number; cents: Cents; isByPerson: boolean }
  /** The link was taken away; `facts.link` is null from now on. */
  | { kind: 'unlinked'; at: number }
  | { kind: 'capture_failed'; at: number }

/** What is written in the transaction that writes the cycle: never lost, never without it. */
export type Effect =
  | { do: 'capture' | 'void' | 'notify_customer' | 'out_of_order' }
  /** Twice in a row, but one payer alone may have brought it about: its owner is told, and it stays open. */
  | { do: 'doubted' }
  | { do: 'refund'; cents: Cents }
  | { do: 'loss'; cents: Cents; why: 'ran_after_refund' | 'capture_failed' }
  | { do: 'not_started'; isSure: boolean }
  | { do: 'tell_owner'; what: 'keeps_running' | 'capture_failed' }
  /** Files a report for the payer: the owner decides about the money. */
  | { do: 'ask_owner' }

/** What is sent to the controller after the commit, once or, when the server dies in between, never. */
export type Command =
  | { do: 'start'; number: 1 | 2; deadline: number }
  /** Its answer brings `at` back as `askedAt`. */
  | { do: 'ask'; at: number }
  /** What a start of this cycle has switched on. */
  | { do: 'switch_off' }

export interface Step {
  cycle: Cycle
  write: Effect[]
  send: Command[]
  /** Why what a person asked for is not done. */
  refusal?:
    | 'cycle_starting'
    | 'cycle_ended'
    | 'cannot_be_stopped'
    | 'refund_too_much'
    | 'no_new_start'
}
