import { Badge } from '@mantine/core'
import { label } from './formats.ts'

const colors = {
  delivered: 'green',
  waiting: 'yellow',
  given_up: 'red',
  active: 'green',
  enabled: 'green',
  completed: 'green',
  pending: 'yellow',
  inactive: 'gray',
  disabled: 'red',
  failed: 'red',
  unmatched: 'red',
  invited: 'yellow',
  expired: 'gray',
  ended: 'gray',
  open: 'yellow',
  done: 'green',
}

export function StatusBadge({ status }: { status: keyof typeof colors }) {
  return (
    <Badge miw="max-content" variant="dot" color={colors[status]} tt="none">
      {label(status)}
    </Badge>
  )
}
