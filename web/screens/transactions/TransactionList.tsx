import { placesOf } from '@coinless/contract/permissions.ts'
import { CreditCard, Flag } from 'lucide-react'
import { useUser } from '../../shared/account/auth-context.tsx'
import { mayOpen } from '../../shared/account/places.ts'
import { isStaff } from '../../shared/account/rights.ts'
import { PageActions } from '../../shared/actions/PageActions.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'
import { TransactionRows } from '../../shared/transactions/TransactionRows.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { ExportButton } from './ExportButton.tsx'

export default function TransactionList() {
  const user = useUser()
  const topUps = { text: t('topUps.list'), Icon: CreditCard, does: paths.topUps }
  const reports = { text: t('reports.own'), Icon: Flag, does: paths.reports }
  return (
    <Page
      title={t('transactions.title')}
      actions={
        <PageActions
          main={!placesOf(user) && <ExportButton />}
          more={[
            ...(mayOpen(user, paths.topUps) ? [topUps] : []),
            ...(isStaff(user) ? [] : [reports]),
          ]}
        />
      }
    >
      <TransactionRows />
    </Page>
  )
}
