import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { Page } from '../../shared/ui/Page.tsx'

/** Guests see why they need an account; the server refuses the calls of these screens in any case. */
export default function AccountOnly({ children }: { children?: ReactNode }) {
  return useUser().is_guest ? <ForAccounts /> : children
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
