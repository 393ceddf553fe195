import type { QueueEntry } from '@coinless/contract/queues.ts'
import { t } from '../texts/texts.ts'
import { number, timeOrDate } from '../ui/formats.ts'

/** The place in line, or the machine that is held. */
export function sentenceOfEntry({ turn, position }: Pick<QueueEntry, 'turn' | 'position'>): string {
  return turn ? sentenceOfHeld(turn) : t('queues.position', { position: number(position) })
}

export function sentenceOfHeld({ device_number, until }: NonNullable<QueueEntry['turn']>): string {
  return t('queues.yours', { number: device_number, time: timeOrDate(until) })
}
