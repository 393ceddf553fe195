import { Card, Text } from '@mantine/core'
import { ChevronRight } from 'lucide-react'
import { Redirect } from 'wouter'
import { useUser } from '../../shared/account/auth-context.tsx'
import { settingsOf } from '../../shared/account/settings.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { Page } from '../../shared/ui/Page.tsx'
import classes from './Settings.module.css'

/** Settings of the business; those of the person are in the profile. */
export default function Settings() {
  const sections = settingsOf(useUser())
  if (sections.length === 0) return <Redirect replace to={paths.profile} />
  return (
    <Page title={t('menu.settings')} narrow>
      <Text>{t('settings.hint')}</Text>
      <Card withBorder p={0} component="ul" className={classes.sections}>
        {sections.map(({ label, about, to, Icon }) => (
          <li key={to}>
            <Link to={to} className={`${classes.section} mantine-focus-auto`}>
              <Icon size={20} aria-hidden className={classes.icon} />
              <span className={classes.text}>
                <span>{t(label)}</span>
                <span className={classes.about}>{t(about)}</span>
              </span>
              <ChevronRight size={18} aria-hidden className={classes.icon} />
            </Link>
          </li>
        ))}
      </Card>
    </Page>
  )
}
