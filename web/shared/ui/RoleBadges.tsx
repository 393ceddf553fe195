import { Badge, Group } from '@mantine/core'
import { label } from './formats.ts'
import style from './RoleBadges.module.css'

interface RoleBadgesProps {
  roles: string[]
  /** In a row of a list. */
  isOneLine?: boolean
}

/** A user without roles is a plain user. */
export function RoleBadges({ roles, isOneLine = false }: RoleBadgesProps) {
  const shown = roles.length > 0 ? roles : [label('user')]
  return (
    <Group gap="xs" wrap={isOneLine ? 'nowrap' : 'wrap'}>
      {shown.map((role) => (
        <Badge
          key={role}
          variant="default"
          tt="none"
          maw="100%"
          {...(isOneLine ? { title: role } : { classNames: style })}
        >
          {role}
        </Badge>
      ))}
    </Group>
  )
}
