import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useFocusLeft } from '../forms/BusyButton.tsx'
import { useTimeLeft } from '../live/use-time-left.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../router/Link.tsx'
import { t } from '../texts/texts.ts'
import type { ShownHeld } from './held.ts'

const secondMs = 1000

interface HeldForYouProps {
  held: ShownHeld
  /** Whether it is the most important one on the card. */
  isFirst?: boolean
  /** Other actions. */
  children?: ReactNode
}

/** The time left to pay at a machine that is held for the user, and the way there. */
export function HeldForYou({ held, isFirst = true, children }: HeldForYouProps) {
  const seconds = useTimeLeft(held.overAt, secondMs)
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const pay = t('queues.pay')
  const payLink = useRef<HTMLButtonElement & HTMLAnchorElement>(null)
  useFocusLeft(payLink)
  return (
    <>
      <Text role="timer" size="lg" fw={700} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('queues.left', { time })}
      </Text>
      <Group gap="xs">
        <Button
          ref={payLink}
          component={Link}
          to={paths.payAt(held.device_id)}
          variant={isFirst ? 'filled' : 'default'}
          aria-label={t('units.labeled', { name: pay, value: held.device_number })}
        >
          {pay}
        </Button>
        {children}
      </Group>
    </>
  )
}
