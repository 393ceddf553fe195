import { placesOf } from '@coinless/contract/permissions.ts'
import { Button } from '@mantine/core'
import { CreditCard, Flag } from 'lucide-react'
import { Link } from 'react-router'
import { useUser } from '../../shared/account/auth-context.tsx'
import { mayOpen } from '../../shared/account/places.ts'
import { isStaff } from '../../shared/account/rights.ts'
import { loadedNow } from '../../shared/loading/own-code.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'
import { TransactionRows } from '../../shared/transactions/TransactionRows.tsx'
import { MoreMenu } from '../../shared/ui/MoreMenu.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { usePhone } from '../../shared/ui/use-phone.ts'
import { ExportButton } from './ExportButton.tsx'

export default function TransactionList() {
  const user = useUser()
  const others = [
    ...(mayOpen(user, paths.topUps) ? [linkTo(paths.topUps, t('topUps.list'), CreditCard)] : []),
    ...(isStaff(user) ? [] : [linkTo(paths.reports, t('reports.own'), Flag)]),
  ]
  return (
    <Page
      title={t('transactions.title')}
      actions={
        <>
          {!placesOf(user) && <ExportButton />}
          {usePhone() && others.length > 0 ? (
            <MoreMenu
              load={() => import('../../shared/row-actions/RowMenu.tsx')}
              loadNow={loadedNow}
              props={{ items: others }}
            />
          ) : (
            others.map(({ does, text }) => (
              <Button key={does} component={Link} to={does} variant="default">
                {text}
              </Button>
            ))
          )}
        </>
      }
    >
      <TransactionRows />
    </Page>
  )
}

function linkTo(does: string, text: string, Icon: typeof Flag) {
  return { does, text, label: text, Icon }
}
