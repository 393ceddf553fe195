import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'

interface QueueBoxProps {
  label: string
  /** Whether a machine is held for the user. */
  isProminent: boolean
  children: ReactNode
}

/** Keeps the focus when one of its buttons is replaced. */
export function QueueBox({ label, isProminent, children }: QueueBoxProps) {
  return (
    <Stack
      px="md"
      py="xs"
      mt={isProminent ? 'xs' : 0}
      gap="xs"
      align="start"
      bg={isProminent ? 'var(--mantine-color-green-light)' : undefined}
      role="group"
      aria-label={label}
      tabIndex={-1}
      style={{ outline: 'none' }}
    >
      {children}
    </Stack>
  )
}
