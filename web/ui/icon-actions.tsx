import { ActionIcon, Tooltip } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'

interface IconLinkProps {
  to: string
  label: string
  Icon: LucideIcon
}

export function IconLink({ to, label, Icon }: IconLinkProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon component={Link} to={to} variant="subtle" color="gray" aria-label={label}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  )
}

interface IconButtonProps {
  label: string
  Icon: LucideIcon
  onClick: () => void
  color?: string
}

export function IconButton({ label, Icon, onClick, color = 'gray' }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color={color} aria-label={label} onClick={onClick}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
