import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { paths } from '../navigation/paths.ts'
import { useReturnOnFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'
import { FieldList } from '../ui/FieldList.tsx'
import { longDate, minutes, money } from '../ui/formats.ts'
import { Loading } from '../ui/Loading.tsx'
import { Page } from '../ui/Page.tsx'
import { BackLink } from '../ui/way-back.tsx'
import { CycleButton, DeviceLink } from './MachineLinks.tsx'
import { PaymentMethodBadge } from './PaymentMethodBadge.tsx'
import { RefundButton } from './RefundButton.tsx'
import { Refunds } from './Refunds.tsx'
import { refunded } from './refunded.ts'

export default function TransactionDetail() {
  const { id = '' } = useParams()
  const { data: transaction, error } = useQuery({
    queryKey: ['transactions', id],
    queryFn: ({ signal }) => call(calls.transactions.get, { params: { id }, signal }),
  })
  useReturnOnFailure(error, t('transactions.loadFailed'), paths.transactions, transaction)
  if (!transaction) return <Loading />
  return (
    <Page title={t('transactions.detail')} narrow>
      <FieldList
        fields={[
          [t('heading.transactionId'), transaction.id],
          [
            t('field.payment_method'),
            <PaymentMethodBadge key="method" method={transaction.payment_method} />,
          ],
          [
            t('field.device_number'),
            <DeviceLink key="device" payment={transaction} text={transaction.device_number} />,
          ],
          [t('field.customer_name'), transaction.customer_name ?? t('words.notAvailable')],
          [t('field.amount'), money(transaction.amount)],
          ...refunded(transaction),
          [t('field.duration'), minutes(transaction.duration_minutes)],
          [t('heading.transactionDate'), longDate(transaction.created_at)],
        ]}
      />
      <Group>
        <BackLink to={paths.transactions}>{t('transactions.back')}</BackLink>
        <Button component={Link} to={paths.receipt(id)} variant="default">
          {t('transactions.receipt')}
        </Button>
        <CycleButton payment={transaction} />
        {transaction.may_refund && <RefundButton transaction={transaction} />}
      </Group>
      <Refunds transaction={transaction} />
    </Page>
  )
}
