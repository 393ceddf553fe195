import { Loader, RingProgress, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { CircleAlert, CircleCheck, CirclePause } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShownCycle } from '../../shared/live/live-queries.ts'
import { useMinutesLeft } from '../../shared/live/use-time-left.ts'
import { t } from '../../shared/texts/texts.ts'
import { money, timeOrDate } from '../../shared/ui/formats.ts'

const size = 168

/** State of the machine and of the money. */
export function CycleState({ cycle }: { cycle: ShownCycle }) {
  const { title, lines } = saidOf(cycle)
  return (
    <>
      <Picture cycle={cycle} />
      <Stack gap={4} role="status" align="center">
        <Title order={2} size="h3">
          {title}
        </Title>
        {lines.filter(Boolean).map((line) => (
          <Text key={line} maw="30rem">
            {line}
          </Text>
        ))}
      </Stack>
    </>
  )
}

function Picture({ cycle }: { cycle: ShownCycle }) {
  const { state, may_start_anew, start_anew_until } = cycle
  if (state === 'running') return <Ring cycle={cycle} />
  if (may_start_anew || start_anew_until)
    return <Sign color="yellow" icon={<CircleAlert size={56} />} />
  if (state === 'starting') return <Loader size={72} my={48} type="oval" aria-hidden />
  if (cycle.reason === 'undecided') return <Sign color="yellow" icon={<CircleAlert size={56} />} />
  if (state === 'finished') return <Sign color="green" icon={<CircleCheck size={56} />} />
  if (state === 'interrupted') return <Sign color="yellow" icon={<CirclePause size={56} />} />
  return <Sign color="red" icon={<CircleAlert size={56} />} />
}

function Sign({ color, icon }: { color: string; icon: ReactNode }) {
  return (
    <ThemeIcon variant="light" color={color} size={96} radius="50%" aria-hidden>
      {icon}
    </ThemeIcon>
  )
}

function Ring({ cycle: { overAt, run_since, ends_at } }: { cycle: ShownCycle }) {
  const minutes = useMinutesLeft(overAt)
  const all = (Date.parse(ends_at ?? '') - Date.parse(run_since ?? '')) / 60_000
  const share = all > 0 ? Math.min((minutes / all) * 100, 100) : 0
  return (
    <RingProgress
      size={size}
      thickness={12}
      roundCaps
      sections={[{ value: share, color: 'var(--mantine-color-blue-text)' }]}
      label={
        <Stack gap={0} align="center">
          <Text
            fz={minutes === 0 ? 20 : 40}
            fw={650}
            lh={1.1}
            translate={minutes === 0 ? undefined : 'no'}
          >
            {minutes === 0 ? t('cycle.almostDone') : minutes}
          </Text>
          {minutes > 0 && (
            <Text size="sm" maw={7 * 16} lh={1.2}>
              {t('cycle.minutesLeft', { count: minutes })}
            </Text>
          )}
        </Stack>
      }
    />
  )
}

/** The title, and the sentences below it. */
function saidOf(cycle: ShownCycle): { title: string; lines: string[] } {
  switch (cycle.state) {
    case 'starting':
      return starting(cycle)
    case 'running':
      return {
        title: t(cycle.is_stopping ? 'cycle.stopping' : 'cycle.running'),
        lines: [until(cycle), certaintyOf(cycle), waitsForAnswer(cycle)],
      }
    case 'finished':
      if (cycle.reason === 'undecided') return undecided(cycle)
      if (isStoppedWithoutRefund(cycle)) return { title: t('cycle.stoppedNoRefund'), lines: [] }
      return { title: t('cycle.done'), lines: [ended(cycle), moneyBack(cycle)] }
    case 'interrupted':
      return { title: t('cycle.interrupted'), lines: [moneyBack(cycle), why(cycle)] }
    case 'not_started':
      return { title: t('cycle.notStarted'), lines: [moneyBack(cycle), why(cycle)] }
    default:
      return { title: String(cycle.state), lines: [] }
  }
}

/** Stopped by the user. Later refunds by the operator show as usual. */
function isStoppedWithoutRefund({ reason, is_yours, given_back }: ShownCycle): boolean {
  return reason === 'stopped' && is_yours && given_back === 0
}

function starting({ start_anew_until, amount, silent_since }: ShownCycle) {
  if (start_anew_until) {
    const facts = { time: timeOrDate(start_anew_until), amount: money(amount) }
    return { title: t('cycle.offered'), lines: [t('cycle.offeredHint', facts)] }
  }
  const silent = silent_since
    ? t('controllers.noAnswerSince', { time: timeOrDate(silent_since) })
    : ''
  return {
    title: t('cycle.starting'),
    lines: [silent, t('cycle.startingHint', { amount: money(amount) })],
  }
}

function undecided(cycle: ShownCycle) {
  const hint = cycle.is_yours ? 'cycle.undecidedHint' : 'cycle.undecidedOf'
  const amount = money(cycle.amount)
  const back = moneyBack(cycle)
  return { title: t('cycle.undecided'), lines: [back || t(hint, { amount })] }
}

function until({ ends_at, is_stopping }: ShownCycle): string {
  if (is_stopping || !ends_at) return ''
  return t('cycle.endsAt', { time: timeOrDate(ends_at) })
}

function waitsForAnswer({ is_stopping, silent_since }: ShownCycle): string {
  return is_stopping && silent_since ? t('cycle.stopWaits') : ''
}

function certaintyOf({ is_measured, silent_since }: ShownCycle): string {
  if (silent_since) return t('live.estimatedSilent', { time: timeOrDate(silent_since) })
  return is_measured ? '' : t('cycle.byTheClock')
}

function ended({ ended_at, reason, is_measured, is_yours }: ShownCycle): string {
  if (reason === 'stopped') return is_yours ? t('cycle.youStopped') : `${t('moneyBack.stopped')}.`
  if (!ended_at) return ''
  const time = timeOrDate(ended_at)
  return is_measured ? t('cycle.endedAt', { time }) : t('cycle.endedAbout', { time })
}

function why({ reason, is_yours }: ShownCycle): string {
  const isKnown = reason === 'did_not_run' || (reason === 'declined' && is_yours)
  return reason && !isKnown ? `${t(`moneyBack.${reason}`)}.` : ''
}

/** Where the refund went, as far as known. */
function moneyBack(cycle: ShownCycle): string {
  const { given_back, payment_method, is_back_pending, state } = cycle
  const amount = money(given_back)
  if (payment_method === 'credit_card') {
    if (given_back > 0) return t('cycle.backToCard', { amount })
    return state === 'not_started' ? t('cycle.notCharged') : ''
  }
  if (given_back === 0) return ''
  if (is_back_pending) return t('cycle.owedToCode', { amount })
  const isAll = given_back === cycle.amount && cycle.is_yours
  return t(isAll ? 'cycle.allBackOnCode' : 'cycle.backOnCode', { amount })
}
