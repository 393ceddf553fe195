import { Activity } from '../live/Activity.tsx'
import { type ShownCycle, useOpenCycles } from '../live/live-queries.ts'
import { paths } from '../navigation/paths.ts'
import { t } from '../texts/texts.ts'
import { timeOrDate } from '../ui/formats.ts'
import { LinkedRows } from './LinkedRows.tsx'

/** The machines that run for whoever is signed in. */
export function OpenCycles() {
  const cycles = useOpenCycles()
  if (cycles.length === 0) return null
  return (
    <LinkedRows
      title={t('dashboard.yourMachines')}
      order={2}
      rows={cycles.map((cycle) => ({
        to: paths.cycle(cycle.id),
        name: `${cycle.device_label} · ${cycle.device_number}`,
        now: <Activity shown={asItsDevice(cycle)} />,
        more: cycle.ends_at ? t('live.until', { time: timeOrDate(cycle.ends_at) }) : '',
      }))}
    />
  )
}

function asItsDevice({ run_since: since, ...cycle }: ShownCycle) {
  const state = cycle.state === 'starting' ? cycle.state : 'running'
  return { ...cycle, state, since } as const
}
