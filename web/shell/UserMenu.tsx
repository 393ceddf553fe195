import { Avatar, Group, Text, UnstyledButton } from '@mantine/core'
import { useUser } from '../auth-context.tsx'
import { t } from '../texts/texts.ts'
import { MenuButton } from '../ui/MenuButton.tsx'

export function UserMenu() {
  const { full_name } = useUser()
  return (
    <MenuButton
      load={() => import('./UserMenuItems.tsx')}
      props={{}}
      button={
        <UnstyledButton aria-label={t('shell.accountOf', { name: full_name })} mih={44} miw={44}>
          <Group gap="xs" wrap="nowrap" justify="center">
            <Avatar size="sm" color="cyan" aria-hidden />
            <Text component="span" size="sm" visibleFrom="sm">
              {full_name}
            </Text>
          </Group>
        </UnstyledButton>
      }
    />
  )
}
