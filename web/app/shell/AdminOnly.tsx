import { adminRole, isAdmin } from '@coinless/contract/permissions.ts'
import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { ProofNeeded } from '../../shared/account/ProofNeeded.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { Page } from '../../shared/ui/Page.tsx'

/** Other users see why they have no access; the server refuses the calls of these screens in any case. */
export default function AdminOnly({ children }: { children?: ReactNode }) {
  return isAdmin(useUser()) ? children : <NotAllowed />
}

function NotAllowed() {
  const { email_verified, roles } = useUser()
  const isAsleep = !email_verified && roles.includes(adminRole)
  return (
    <Page title={t('shell.notAllowedTitle')} narrow>
      {isAsleep ? (
        <ProofNeeded why={t('admin.adminSleeps')} />
      ) : (
        <Text>{t('shell.notAllowed')}</Text>
      )}
      <Button component={Link} to={paths.dashboard} style={{ alignSelf: 'start' }}>
        {t('shell.toDashboard')}
      </Button>
    </Page>
  )
}
