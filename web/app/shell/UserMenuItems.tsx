import { type Language, languageNames, languages } from '@coinless/contract/languages.ts'
import { isAdmin } from '@coinless/contract/permissions.ts'
import {
  Badge,
  Group,
  type MantineColorScheme,
  Menu,
  Text,
  useMantineColorScheme,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Briefcase, CircleUser, LifeBuoy, LogOut, UserPlus } from 'lucide-react'
import { useLocation } from 'wouter'
import { useAuth, usePerson } from '../../shared/account/auth-context.tsx'
import { askGuestToLeave } from '../../shared/account/leaving-as-guest.tsx'
import { shownName } from '../../shared/account/shown-name.ts'
import { chooseLanguage } from '../../shared/loading/language.ts'
import { askToLeave } from '../../shared/navigation/leaving.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { unsaved } from '../../shared/navigation/unsaved.ts'
import { addressOfAccount, workingFor } from '../../shared/navigation/working-for.ts'
import { staffAccountsQuery } from '../../shared/queries/staff-queries.ts'
import { Link } from '../../shared/router/Link.tsx'
import { currentLanguage, t } from '../../shared/texts/texts.ts'
import { themes } from '../../shared/theme/color-scheme.ts'
import { addressOf } from '../../shared/ui/formats.ts'
import type { MenuProps } from '../../shared/ui/MenuButton.tsx'
import { OpenedMenu } from '../../shared/ui/OpenedMenu.tsx'
import classes from './Shell.module.css'

const texts = {
  draft: 'leaving.signOutText',
  secret: 'leaving.signOutText',
  payment: 'leaving.paymentText',
} as const

/** The signed-in user, the language, the theme and sign-out. */
export default function UserMenuItems({ target }: MenuProps) {
  const user = usePerson()
  const { logout } = useAuth()
  const [, navigate] = useLocation()

  async function leave() {
    if (unsaved() && !(await askToLeave({ held: unsaved, texts }))) return
    if (!user.is_guest) return logout()
    askGuestToLeave({
      createAccount: () => navigate(paths.profile),
      leave: () => void logout(),
    })
  }

  return (
    <OpenedMenu
      target={target}
      position="bottom-end"
      width={240}
      classNames={{ dropdown: classes.menu }}
    >
      <Group px="sm" py="xs" gap={4} justify="space-between">
        <Text fw={600} size="sm" lineClamp={1}>
          {shownName(user)}
        </Text>
        {isAdmin(user) && <Badge size="sm">{t('shell.adminBadge')}</Badge>}
        <Text size="xs" c="dimmed" w="100%" truncate>
          {user.is_guest ? t('guest.here') : addressOf(user.email)}
        </Text>
      </Group>
      <Menu.Divider />
      <Accounts isGuest={user.is_guest} />
      <Menu.Item component={Link} to={paths.help} leftSection={<LifeBuoy size={16} />}>
        {t('shell.help')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>{t('shell.language')}</Menu.Label>
      <LanguageItems />
      <Menu.Divider />
      <Menu.Label>{t('shell.theme')}</Menu.Label>
      <ThemeItems />
      <Menu.Divider />
      <Menu.Item onClick={leave} leftSection={<LogOut size={16} />}>
        {t('shell.logout')}
      </Menu.Item>
    </OpenedMenu>
  )
}

/** The user's own account and those they work for; each link opens a new page. */
function Accounts({ isGuest }: { isGuest: boolean }) {
  const { data } = useQuery({ ...staffAccountsQuery, enabled: !isGuest })
  const others = data?.data.filter(({ account_id }) => account_id !== workingFor) ?? []
  return (
    <>
      {workingFor ? (
        <Menu.Item component="a" href={paths.dashboard} leftSection={<CircleUser size={16} />}>
          {t('working.back')}
        </Menu.Item>
      ) : (
        <Menu.Item
          component={Link}
          to={paths.profile}
          leftSection={isGuest ? <UserPlus size={16} /> : <CircleUser size={16} />}
        >
          {t(isGuest ? 'guest.create' : 'menu.profile')}
        </Menu.Item>
      )}
      {others.map(({ account_id, full_name, email }) => (
        <Menu.Item
          key={account_id}
          component="a"
          href={addressOfAccount(account_id)}
          leftSection={<Briefcase size={16} />}
        >
          {t('working.workFor', { name: full_name || email })}
        </Menu.Item>
      ))}
    </>
  )
}

function LanguageItems() {
  return (
    <Menu.RadioGroup
      value={currentLanguage()}
      onChange={(language) => void chooseLanguage(language as Language)}
    >
      {languages.map((language) => (
        <Menu.RadioItem key={language} value={language} lang={language} closeMenuOnClick>
          {languageNames[language]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

function ThemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu.RadioGroup
      value={colorScheme}
      onChange={(theme) => setColorScheme(theme as MantineColorScheme)}
    >
      {themes.map((theme) => (
        <Menu.RadioItem key={theme} value={theme} closeMenuOnClick>
          {t(`shell.themes.${theme}`)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
