import { Badge, Group, Text } from '@mantine/core'
import { t } from '../texts/texts.ts'
import { timeOrDate } from '../ui/formats.ts'
import { useWide } from '../ui/use-phone.ts'
import { isHeldForAnother } from './held-for-another.ts'
import type { ShownState } from './live-queries.ts'
import { useMinutesLeft } from './use-time-left.ts'

type Shown = Pick<ShownState, 'state' | 'overAt' | 'is_measured' | 'since' | 'silent_since'> &
  Partial<Pick<ShownState, 'held_until' | 'is_held_for_you'>>

const colors = {
  free: 'green',
  starting: 'yellow',
  running: 'blue',
  in_use: 'blue',
  done: 'teal',
  no_answer: 'red',
  out_of_order: 'red',
}

interface ActivityProps {
  shown: Shown | undefined
  /** Short text, for a shared line. */
  isBrief?: boolean
}

/** Activity of a device. Estimates say that they are. */
export function Activity({ shown, isBrief = false }: ActivityProps) {
  const minutes = useMinutesLeft(shown?.overAt ?? null)
  const isWide = useWide()
  if (!shown) return null
  const state = isBrief ? briefTextOf(shown, minutes) : textOf(shown, minutes)
  const silentSince = isEstimated(shown) && !isBrief ? shown.silent_since : null
  // Elsewhere the minutes leave no room for it, and the outline remains.
  const isCut = !isWide && isBrief && shown.state === 'running'
  return (
    <Group component="span" display="inline-flex" gap={6}>
      <Badge
        h="auto"
        styles={{ label: { whiteSpace: isBrief ? 'nowrap' : 'normal' } }}
        variant={shown.is_measured ? 'light' : 'outline'}
        color={isHeldForAnother(shown) ? 'yellow' : colors[shown.state]}
        tt="none"
      >
        {isEstimated(shown) && !silentSince && !isCut ? t('live.estimated', { state }) : state}
      </Badge>
      {silentSince && (
        <Text span size="xs" c="dimmed">
          {t('live.estimatedSilent', { time: timeOrDate(silentSince) })}
        </Text>
      )}
    </Group>
  )
}

function textOf(shown: Shown, minutes: number): string {
  const { state, since, held_until } = shown
  if (held_until) {
    const time = timeOrDate(held_until)
    return isHeldForAnother(shown)
      ? t('queues.heldUntil', { time })
      : t('queues.heldForYou', { time })
  }
  if (state === 'no_answer') {
    return since ? t('controllers.noAnswerSince', { time: timeOrDate(since) }) : t('live.no_answer')
  }
  if (state !== 'running') return t(`live.${state}`)
  return minutes === 0 ? t('live.almostDone') : t('live.running', { count: minutes })
}

function briefTextOf(shown: Shown, minutes: number): string {
  if (shown.state === 'no_answer') return t('live.no_answer')
  const isCounted = shown.state === 'running' && minutes > 0
  return isCounted ? t('live.runningBrief', { minutes }) : textOf(shown, minutes)
}

/** Holds and unknown states are not estimates. */
function isEstimated({ state, is_measured, held_until }: Shown): boolean {
  return !is_measured && !held_until && state !== 'no_answer' && state !== 'out_of_order'
}
