import { Anchor, Group, Text } from '@mantine/core'
import { Briefcase } from 'lucide-react'
import { useUser } from '../account/auth-context.tsx'
import { shownName } from '../account/shown-name.ts'
import { paths } from '../navigation/paths.ts'
import { t } from '../texts/texts.ts'
import classes from './WorkingStrip.module.css'

/** Says on every screen of another's account whose it is. */
export function WorkingStrip() {
  const user = useUser()
  const { role = 'manager' } = user
  return (
    <Group
      component="section"
      className={classes.strip}
      aria-label={t('working.name')}
      justify="space-between"
      gap="xs"
      mb="md"
    >
      <Group gap="xs" wrap="nowrap" miw={0}>
        <Briefcase size={16} aria-hidden className={classes.icon} />
        <Text size="sm" className={classes.text}>
          {t('working.for', { name: shownName(user), role: t(`working.roles.${role}`) })}
        </Text>
      </Group>
      <Anchor size="sm" href={paths.dashboard}>
        {t('working.back')}
      </Anchor>
    </Group>
  )
}
