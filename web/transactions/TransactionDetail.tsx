import { transactions } from '@coinless/contract/transactions.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { call } from '../api.ts'
import { useReturnOnFailure } from '../failures.ts'
import { paths } from '../paths.ts'
import { FieldList } from '../ui/FieldList.tsx'
import { longDate, minutes, money } from '../ui/formats.ts'
import { Loading } from '../ui/Loading.tsx'
import { Page } from '../ui/Page.tsx'
import { PaymentMethodBadge } from './PaymentMethodBadge.tsx'

export default function TransactionDetail() {
  const { id = '' } = useParams()
  const { data: transaction, error } = useQuery({
    queryKey: ['transactions', id],
    queryFn: ({ signal }) => call(transactions.get, { params: { id }, signal }),
  })
  useReturnOnFailure(error, 'Failed to load transaction', paths.transactions)
  if (!transaction) return <Loading />
  return (
    <Page title="Transaction Details" narrow>
      <FieldList
        fields={[
          ['Transaction ID', transaction.id],
          [
            'Payment Method',
            <PaymentMethodBadge key="method" method={transaction.payment_method} />,
          ],
          ['Device Number', transaction.device_number],
          ['Customer Name', transaction.customer_name ?? 'N/A'],
          ['Amount', money(transaction.amount)],
          ['Duration', minutes(transaction.duration_minutes)],
          ['Transaction Date', longDate(transaction.created_at)],
        ]}
      />
      <Button
        component={Link}
        to={paths.transactions}
        variant="default"
        style={{ alignSelf: 'start' }}
      >
        Back to Transactions
      </Button>
    </Page>
  )
}
