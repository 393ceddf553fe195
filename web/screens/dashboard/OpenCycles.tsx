import { Badge } from '@mantine/core'
import { Activity } from '../../shared/live/Activity.tsx'
import { type ShownCycle, useOpenCycles } from '../../shared/live/live-queries.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'
import { money, timeOrDate } from '../../shared/ui/formats.ts'
import { LinkedRows } from '../../shared/ui/LinkedRows.tsx'

/** Machines that run for the user, and for a while the results of ended cycles. */
export function OpenCycles() {
  const cycles = useOpenCycles()
  if (cycles.length === 0) return null
  return (
    <LinkedRows
      title={t('dashboard.yourCycles')}
      order={2}
      rows={cycles.map((cycle) => ({
        to: paths.cycle(cycle.id),
        name: `${cycle.device_label} · ${cycle.device_number}`,
        now: <State cycle={cycle} />,
        value: givenBack(cycle),
        more: timeOf(cycle),
      }))}
    />
  )
}

function State({ cycle }: { cycle: ShownCycle }) {
  if (cycle.state === 'not_started') return <Ended color="red" text={t('dashboard.notStarted')} />
  if (cycle.state === 'interrupted') {
    return <Ended color="yellow" text={t('dashboard.interrupted')} />
  }
  const state = cycle.state === 'finished' ? 'done' : cycle.state
  return <Activity shown={{ ...cycle, state, since: cycle.run_since }} isBrief />
}

function Ended({ color, text }: { color: string; text: string }) {
  return (
    <Badge
      h="auto"
      styles={{ label: { whiteSpace: 'normal' } }}
      variant="light"
      color={color}
      tt="none"
    >
      {text}
    </Badge>
  )
}

function givenBack({ given_back, is_back_pending }: ShownCycle): string {
  if (given_back === 0) return ''
  const amount = money(given_back)
  return t(is_back_pending ? 'dashboard.onItsWayBack' : 'dashboard.givenBack', { amount })
}

function timeOf({ ended_at, ends_at }: ShownCycle): string {
  if (ended_at) return timeOrDate(ended_at)
  return ends_at ? t('live.until', { time: timeOrDate(ends_at) }) : ''
}
