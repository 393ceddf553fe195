import { Badge, Group } from '@mantine/core'
import { label } from './formats.ts'
import style from './RoleBadges.module.css'

/** A user without roles is a plain user. */
export function RoleBadges({ roles }: { roles: string[] }) {
  const shown = roles.length > 0 ? roles : [label('user')]
  return (
    <Group gap="xs">
      {shown.map((role) => (
        <Badge key={role} variant="default" tt="none" maw="100%" classNames={style}>
          {role}
        </Badge>
      ))}
    </Group>
  )
}
