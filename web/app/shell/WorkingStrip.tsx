import { placesOf } from '@coinless/contract/permissions.ts'
import { Anchor, Group, Text } from '@mantine/core'
import { Briefcase } from 'lucide-react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { shownName } from '../../shared/account/shown-name.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'
import { placeNames } from '../../shared/ui/place-names.ts'
import classes from './WorkingStrip.module.css'

/** Names the owner on every screen of another account. */
export function WorkingStrip() {
  const user = useUser()
  const { role = 'manager' } = user
  const who = { name: shownName(user), role: t(`working.roles.${role}`) }
  const places = placesOf(user)
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
          {places
            ? t('working.forAt', { ...who, places: placeNames(places) })
            : t('working.for', who)}
        </Text>
      </Group>
      <Anchor size="sm" href={paths.dashboard}>
        {t('working.back')}
      </Anchor>
    </Group>
  )
}
