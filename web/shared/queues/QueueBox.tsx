import { Stack } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useFocusLeft } from '../forms/BusyButton.tsx'

interface QueueBoxProps {
  label: string
  /** Whether a machine is held for the user. */
  isProminent: boolean
  children: ReactNode
}

/** Keeps the focus when one of its buttons is replaced, and leaves it to its container. */
export function QueueBox({ label, isProminent, children }: QueueBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  useFocusLeft(box)
  return (
    <Stack
      ref={box}
      {...(isProminent ? prominent : { px: 'md' })}
      pt="xs"
      gap={6}
      align="start"
      role="group"
      aria-label={label}
      tabIndex={-1}
      style={{ outline: 'none', borderRadius: 'var(--mantine-radius-default)' }}
    >
      {children}
    </Stack>
  )
}

const prominent = { mx: 'md', mt: 'xs', px: 'sm', pb: 'sm', bg: 'var(--mantine-color-green-light)' }
