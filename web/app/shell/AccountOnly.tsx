import { Button, Text } from '@mantine/core'
import { Link, Outlet } from 'react-router'
import { useUser } from '../../shared/account/auth-context.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'
import { Page } from '../../shared/ui/Page.tsx'

/** Guests see why they need an account; the server refuses the calls of these screens in any case. */
export default function AccountOnly() {
  return useUser().is_guest ? <ForAccounts /> : <Outlet />
}

function ForAccounts() {
  return (
    <Page title={t('guest.notAllowedTitle')} narrow>
      <Text>{t('guest.notAllowed')}</Text>
      <Button component={Link} to={paths.profile} style={{ alignSelf: 'start' }}>
        {t('guest.create')}
      </Button>
    </Page>
  )
}
