import type { ChargeState } from '../../platform/card-processors/card-processor.ts'

/** A card payment or a top-up by card. */
export interface Charge {
  /** A refunded payment counts as completed. */
  status: 'pending' | 'completed' | 'failed' | 'unmatched'
  /** The processor's reference is stored. */
  isPrepared: boolean
  isHold: boolean
  /** Starts no machine any more: only to be voided. */
  isRefused: boolean
}

/** Decision of a hold's cycle: none yet, ran, did not run. 'none': there is no cycle or no hold. */
export type Decision = 'none' | 'wait' | 'take' | 'release'

/** Webhooks, the reconciler and cycles ask as 'anyone'. Only the payer's own calls start a machine. */
export type Asker = 'payer' | 'anyone'

export type ChargeEvent =
  | { kind: 'asked'; by: Asker }
  | { kind: 'prepared' }
  /** @param hasCard the payer's call has a card that was not sent to the processor yet */
  | { kind: 'answered'; state: ChargeState; by: Asker; hasCard: boolean }
  /** The machine refuses, or a link was added after the payment began. */
  | { kind: 'refused' }
  | { kind: 'given_up' }

/** Written in the transaction of the new state. */
type ChargeEffect = 'complete' | 'fail' | 'differ' | 'lose'

/** Made outside of transactions, after the commit. */
export type ChargeCall = 'prepare' | 'confirm' | 'settle' | 'capture' | 'cancel' | 'start_machine'

export interface ChargeStep {
  charge: Charge
  effects: ChargeEffect[]
  call: ChargeCall | null
}

/** Decides the course of every charge. Final states stay. */
export function chargeTransition(
  charge: Charge,
  event: ChargeEvent,
  decision: Decision,
): ChargeStep {
  if (charge.status !== 'pending') return unchanged(charge)
  switch (event.kind) {
    case 'asked':
      return unchanged(charge, callFor(charge, event.by, decision))
    case 'prepared':
      return unchanged({ ...charge, isPrepared: true }, charge.isRefused ? null : 'confirm')
    case 'answered':
      return answered(charge, event, decision)
    case 'refused':
      return refused(charge, decision)
    case 'given_up':
      return givenUp(charge, decision)
  }
}

function unchanged(charge: Charge, call: ChargeCall | null = null): ChargeStep {
  return { charge, effects: [], call }
}

function failed(charge: Charge): ChargeStep {
  return { charge: { ...charge, status: 'failed' }, effects: ['fail'], call: null }
}

function callFor(charge: Charge, by: Asker, decision: Decision): ChargeCall | null {
  if (!charge.isPrepared) return by === 'payer' ? 'prepare' : null
  if (!charge.isHold) return 'settle'
  if (charge.isRefused || decision === 'release') return 'cancel'
  if (decision === 'take') return 'capture'
  return decision === 'wait' ? null : 'settle'
}

/** A charge that was never prepared fails. A prepared charge without a hold goes on: its card can be charged already. */
function refused(charge: Charge, decision: Decision): ChargeStep {
  if (charge.isRefused || decision !== 'none') return unchanged(charge)
  if (!charge.isPrepared) return failed({ ...charge, isRefused: true })
  return charge.isHold ? unchanged({ ...charge, isRefused: true }, 'cancel') : unchanged(charge)
}

function givenUp(charge: Charge, decision: Decision): ChargeStep {
  if (!charge.isHold) return charge.isPrepared ? unchanged(charge, 'cancel') : failed(charge)
  if (charge.isRefused || decision !== 'none')
    return unchanged(charge, callFor(charge, 'anyone', decision))
  return refused(charge, decision)
}

/** While its cycle is undecided, a hold stays pending whatever the processor answers, and is asked for after. */
function answered(
  charge: Charge,
  { state: { status }, by, hasCard }: Extract<ChargeEvent, { kind: 'answered' }>,
  decision: Decision,
): ChargeStep {
  switch (status) {
    case 'pending':
      return unchanged(charge)
    case 'prepared':
      return unchanged(charge, hasCard && !charge.isRefused ? 'confirm' : null)
    case 'held': {
      const mayStart = by === 'payer' && charge.isHold && !charge.isRefused && decision === 'none'
      return unchanged(charge, mayStart ? 'start_machine' : null)
    }
    default:
      return decision === 'wait' ? unchanged(charge) : ended(charge, status, decision)
  }
}

/** A machine that ran without money is a loss. */
function ended(
  charge: Charge,
  status: 'completed' | 'failed' | 'unmatched',
  decision: Decision,
): ChargeStep {
  if (status === 'completed')
    return { charge: { ...charge, status }, effects: ['complete'], call: null }
  const effects: ChargeEffect[] = [status === 'failed' ? 'fail' : 'differ']
  if (decision === 'take') effects.push('lose')
  return { charge: { ...charge, status }, effects, call: null }
}
