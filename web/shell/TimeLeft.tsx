import type { ShownCycle } from '../live/live-queries.ts'
import { useMinutesLeft } from '../live/use-minutes-left.ts'
import { t } from '../texts/texts.ts'

/** In the shortest form. */
export function TimeLeft({ cycle }: { cycle: ShownCycle }) {
  const minutes = useMinutesLeft(cycle.overAt)
  return cycle.state === 'starting' ? t('running.starting') : t('running.minutes', { minutes })
}
