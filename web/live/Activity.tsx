import { Badge, Group, Text } from '@mantine/core'
import { t } from '../texts/texts.ts'
import { timeOrDate } from '../ui/formats.ts'
import type { ShownState } from './live-queries.ts'
import { useMinutesLeft } from './use-minutes-left.ts'

type Shown = Pick<ShownState, 'state' | 'overAt' | 'is_measured' | 'since' | 'silent_since'>

const colors = {
  free: 'green',
  starting: 'yellow',
  running: 'blue',
  done: 'teal',
  no_answer: 'red',
  out_of_order: 'red',
}

/** What a device is doing, and whether that was measured. */
export function Activity({ shown }: { shown: Shown | undefined }) {
  const minutes = useMinutesLeft(shown?.overAt ?? null)
  if (!shown) return null
  const guessed = whyEstimated(shown)
  return (
    <Group component="span" display="inline-flex" gap={6}>
      <Badge
        h="auto"
        styles={{ label: { whiteSpace: 'normal' } }}
        variant={shown.is_measured ? 'light' : 'outline'}
        color={colors[shown.state]}
        tt="none"
      >
        {textOf(shown, minutes)}
      </Badge>
      {guessed && (
        <Text span size="xs" c="dimmed">
          {guessed}
        </Text>
      )}
    </Group>
  )
}

function textOf({ state, since }: Shown, minutes: number): string {
  if (state === 'no_answer') {
    return since ? t('controllers.noAnswerSince', { time: timeOrDate(since) }) : t('live.no_answer')
  }
  if (state !== 'running') return t(`live.${state}`)
  return minutes === 0 ? t('live.almostDone') : t('live.running', { count: minutes })
}

/** What is not known is no estimate. */
function whyEstimated({ state, is_measured, silent_since }: Shown): string | undefined {
  if (is_measured || state === 'no_answer' || state === 'out_of_order') return undefined
  if (!silent_since) return t('live.estimated')
  return t('live.estimatedSilent', { time: timeOrDate(silent_since) })
}
