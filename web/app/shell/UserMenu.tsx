import { Group, Text, UnstyledButton } from '@mantine/core'
import { CircleUser } from 'lucide-react'
import { usePerson } from '../../shared/account/auth-context.tsx'
import { shownName } from '../../shared/account/shown-name.ts'
import { loadedNow } from '../../shared/loading/own-code.ts'
import { t } from '../../shared/texts/texts.ts'
import { MenuButton } from '../../shared/ui/MenuButton.tsx'
import classes from './Shell.module.css'

export function UserMenu() {
  const name = shownName(usePerson())
  return (
    <MenuButton
      load={() => import('./UserMenuItems.tsx')}
      loadNow={loadedNow}
      props={{}}
      button={
        <UnstyledButton aria-label={t('shell.accountOf', { name })} className={classes.account}>
          <Group gap="xs" wrap="nowrap" justify="center">
            <CircleUser className={classes.person} size={26} strokeWidth={1.5} aria-hidden />
            <Text component="span" size="sm" visibleFrom="sm" maw={220} truncate>
              {name}
            </Text>
          </Group>
        </UnstyledButton>
      }
    />
  )
}
