import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTitle } from './use-title.ts'

interface PageProps {
  title: string
  /** Title of the browser tab, if different. */
  tabTitle?: string
  actions?: ReactNode
  /** A `BackLink` to the list or screen above this one. */
  back?: ReactNode
  /** Forms and details read better in a narrow column. */
  narrow?: boolean
  children: ReactNode
}

export function Page({ title, tabTitle = title, back, actions, narrow, children }: PageProps) {
  useTitle(tabTitle)
  return (
    <Stack gap="md" maw={narrow ? 640 : 1200} mx="auto">
      {back}
      <Group justify="space-between">
        <Title order={1} size="h2">
          {title}
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
