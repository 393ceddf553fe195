import { limits } from '@coinless/contract/limits.ts'
import type { Cents } from '@coinless/contract/money.ts'
import { paidMs, rest } from './amounts.ts'
import type { Cycle, CycleEvent, Facts, Running, Starting, Step } from './cycle.ts'
import { afterEnd } from './ended.ts'
import { stay } from './ending.ts'
import { whileRunning } from './running.ts'
import { startMs, whileStarting } from './starting.ts'

type Paid = Extract<CycleEvent, { kind: 'paid' }>

/**
 * Decides the next state of a cycle and the effects of an event. A pure function without clock or database;
 * the caller writes its result in one transaction, then sends the commands.
 * @param cycle undefined: the payment creates it
 */
export function next(cycle: Cycle | undefined, event: CycleEvent, facts: Facts): Step {
  if (event.kind === 'paid') return cycle ? stay(cycle) : begin(event, facts)
  if (!cycle) throw new Error('The first event of a cycle must be its payment.')
  if (event.kind === 'capture_failed') return captureFailed(cycle, facts)
  if (event.kind === 'refund_failed') return refundFailed(cycle, event)
  // The link was removed: its messages no longer count.
  if (!facts.link && (event.kind === 'answered' || event.kind === 'reported')) return stay(cycle)
  // Another server has already checked.
  if (event.kind === 'looked' && event.at < (cycle.lookAt ?? Number.POSITIVE_INFINITY))
    return stay(cycle)
  switch (cycle.state) {
    case 'starting':
      return whileStarting(cycle, event, facts)
    case 'running':
      return whileRunning(cycle, event, facts)
    default:
      return afterEnd(cycle, event, facts)
  }
}

function begin(paid: Paid, facts: Facts): Step {
  return facts.link ? started(paid) : withoutLink(paid, facts)
}

function started({ at, money }: Paid): Step {
  const deadline = at + startMs
  const cycle: Starting = {
    state: 'starting',
    isOffered: false,
    money,
    givenBack: 0 as Cents,
    gift: 0 as Cents,
    start: { number: 1, deadline, answer: null },
    run: null,
    asks: 0,
    lookAt: at + limits.startAskSeconds * 1000,
    isLoss: false,
  }
  return { cycle, write: [], send: [{ do: 'start', number: 1, deadline }] }
}

/** Runs by the clock: no controller to ask. */
function withoutLink({ at, money }: Paid, facts: Facts): Step {
  const endsAt = at + paidMs(facts)
  const cycle: Running = {
    state: 'running',
    money: 'taken',
    givenBack: 0 as Cents,
    gift: 0 as Cents,
    start: null,
    run: {
      since: at,
      endsAt,
      heardAt: at,
      boot: null,
      hasWorked: false,
      idleSince: null,
      isStopping: false,
    },
    asks: 0,
    lookAt: endsAt,
    isLoss: false,
  }
  return { cycle, write: money === 'held' ? [{ do: 'capture' }] : [], send: [] }
}

/** The machine keeps running, and the card payer is not at fault. The refund was never charged. */
function captureFailed(cycle: Cycle, facts: Facts): Step {
  if (cycle.money !== 'taken') return stay(cycle)
  const cents = rest(cycle, facts)
  const write: Step['write'] = [{ do: 'tell_owner', what: 'capture_failed' }]
  if (cents > 0) write.push({ do: 'loss', cents, why: 'capture_failed' })
  return { cycle: { ...cycle, money: 'released', isLoss: true }, write, send: [] }
}

/** The money is kept again; a person may refund it. */
function refundFailed(
  cycle: Cycle,
  { cents, isByPerson }: Extract<CycleEvent, { kind: 'refund_failed' }>,
): Step {
  // Money received although nothing ran never belonged to the cycle.
  if (cycle.money !== 'taken') return stay(cycle)
  const givenBack = (cycle.givenBack - cents) as Cents
  const gift = (isByPerson ? cycle.gift - cents : cycle.gift) as Cents
  return stay({ ...cycle, givenBack, gift })
}
