import { ActionIcon } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link } from '../router/Link.tsx'

interface IconActionProps {
  label: string
  Icon: LucideIcon
}

/** The browser's own tooltip, because thirty of Mantine's slow down a list on a phone. */
const named = (label: string) => ({ 'aria-label': label, title: label })

export function IconLink({ to, label, Icon }: IconActionProps & { to: string }) {
  return (
    <ActionIcon component={Link} to={to} variant="subtle" color="gray" {...named(label)}>
      <Icon size={18} />
    </ActionIcon>
  )
}

interface IconButtonProps extends IconActionProps {
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
  color?: string
}

export function IconButton({ label, Icon, onClick, color = 'gray' }: IconButtonProps) {
  return (
    <ActionIcon variant="subtle" color={color} {...named(label)} onClick={onClick}>
      <Icon size={18} />
    </ActionIcon>
  )
}
