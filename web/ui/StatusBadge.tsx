import { Badge } from '@mantine/core'
import { label } from './formats.ts'

const colors: Record<string, string> = {
  active: 'green',
  enabled: 'green',
  completed: 'green',
  pending: 'yellow',
  inactive: 'gray',
  disabled: 'red',
  failed: 'red',
}

export function StatusBadge({ status }: { status: string }) {
  return (
    <Badge miw="max-content" variant="dot" color={colors[status] ?? 'gray'} tt="none">
      {label(status)}
    </Badge>
  )
}
