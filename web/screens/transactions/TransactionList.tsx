import { placesOf } from '@coinless/contract/permissions.ts'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useUser } from '../../shared/account/auth-context.tsx'
import { mayOpen } from '../../shared/account/places.ts'
import { isStaff } from '../../shared/account/rights.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'
import { TransactionRows } from '../../shared/transactions/TransactionRows.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { ExportButton } from './ExportButton.tsx'

export default function TransactionList() {
  const user = useUser()
  return (
    <Page
      title={t('transactions.title')}
      actions={
        <>
          {mayOpen(user, paths.topUps) && (
            <Button component={Link} to={paths.topUps} variant="default">
              {t('topUps.list')}
            </Button>
          )}
          {!isStaff(user) && (
            <Button component={Link} to={paths.reports} variant="default">
              {t('reports.own')}
            </Button>
          )}
          {!placesOf(user) && <ExportButton />}
        </>
      }
    >
      <TransactionRows />
    </Page>
  )
}
