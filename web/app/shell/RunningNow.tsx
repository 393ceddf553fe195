import { Loader, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { WashingMachine } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { type ShownCycle, useOpenCycles } from '../../shared/live/live-queries.ts'
import { loadedNow } from '../../shared/loading/own-code.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { type TextKey, t } from '../../shared/texts/texts.ts'
import { MenuButton } from '../../shared/ui/MenuButton.tsx'
import classes from './Shell.module.css'
import { TimeLeft } from './TimeLeft.tsx'

const states: Record<ShownCycle['state'], TextKey> = {
  starting: 'live.starting',
  running: 'running.running',
  finished: 'live.done',
  not_started: 'dashboard.notStarted',
  interrupted: 'dashboard.interrupted',
}

/** The user's running machines, on every screen except that of the machine. */
export default function RunningNow() {
  const [address] = useSearchParams()
  const cycles = useOpenCycles().filter(({ id }) => id !== address.get('cycle'))
  const open = cycles.filter(({ ended_at }) => ended_at === null)
  const [first] = open
  if (cycles.length === 0) return null
  return (
    <>
      {/* The remaining minutes are not announced. */}
      <VisuallyHidden aria-live="polite">
        {cycles.map(({ id, device_label, state }) => (
          <span key={id}>
            {t('units.labeled', {
              name: device_label,
              value: state in states ? t(states[state]) : state,
            })}{' '}
          </span>
        ))}
      </VisuallyHidden>
      {first && open.length === 1 && <One cycle={first} />}
      {first && open.length > 1 && <Several cycles={open} />}
    </>
  )
}

function One({ cycle }: { cycle: ShownCycle }) {
  return (
    <UnstyledButton component={Link} to={paths.cycle(cycle.id)} className={classes.running}>
      <Content isStarting={cycle.state === 'starting'} name={cycle.device_label}>
        <TimeLeft cycle={cycle} />
      </Content>
    </UnstyledButton>
  )
}

function Several({ cycles }: { cycles: readonly ShownCycle[] }) {
  return (
    <MenuButton
      load={() => import('./RunningNowItems.tsx')}
      loadNow={loadedNow}
      props={{ cycles }}
      button={
        <UnstyledButton className={classes.running}>
          <Content isStarting={false} name={t('running.several')}>
            {String(cycles.length)}
          </Content>
        </UnstyledButton>
      }
    />
  )
}

interface ContentProps {
  isStarting: boolean
  /** Visible if there is space. */
  name: string
  children: ReactNode
}

function Content({ isStarting, name, children }: ContentProps) {
  return (
    <>
      {isStarting ? <Loader size={18} aria-hidden /> : <WashingMachine size={18} aria-hidden />}
      <Text component="span" size="sm" className={classes.runningName}>
        {name}
      </Text>
      <Text component="span" size="sm" fw={600} className={classes.runningTime}>
        {children}
      </Text>
    </>
  )
}
