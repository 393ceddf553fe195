import type { ShownCycle } from '../../shared/live/live-queries.ts'
import { useMinutesLeft } from '../../shared/live/use-time-left.ts'
import { t } from '../../shared/texts/texts.ts'

/** In the shortest form. */
export function TimeLeft({ cycle }: { cycle: ShownCycle }) {
  const minutes = useMinutesLeft(cycle.overAt)
  return cycle.state === 'starting' ? t('running.starting') : t('running.minutes', { minutes })
}
