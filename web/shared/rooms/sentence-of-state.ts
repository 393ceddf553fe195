import type { ScannedMachine } from '@coinless/contract/rooms.ts'
import { t } from '../texts/texts.ts'
import { timeOrDate } from '../ui/formats.ts'

type Shown = Pick<
  ScannedMachine['now'],
  'state' | 'ends_at' | 'is_measured' | 'held_until' | 'is_held_for_you'
>

/** Says whether a machine can be used, and until when it is in use. */
export function sentenceOfState({
  state,
  ends_at,
  is_measured,
  held_until,
  is_held_for_you,
}: Shown): string {
  if (held_until && !is_held_for_you) {
    return t('queues.heldForAnother', { time: timeOrDate(held_until) })
  }
  if (state === 'free' || state === 'done') return t('scanned.available')
  if (state === 'no_answer') return t('scanned.noAnswer')
  if (state === 'out_of_order') return t('scanned.outOfOrder')
  if (!ends_at) return t('scanned.inUse')
  return t(is_measured ? 'scanned.inUseUntil' : 'scanned.inUseAbout', { time: timeOrDate(ends_at) })
}
