import { Alert, Button, Group } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useParams } from 'wouter'
import { useUser } from '../../shared/account/auth-context.tsx'
import { isStaff } from '../../shared/account/rights.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { ReportLink } from '../../shared/navigation/ReportLink.tsx'
import { useReturnOnFailure } from '../../shared/queries/failures.ts'
import { RefundButton } from '../../shared/refunds/RefundButton.tsx'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { PaymentMethodBadge } from '../../shared/transactions/PaymentMethodBadge.tsx'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { FieldList } from '../../shared/ui/FieldList.tsx'
import { dateAndTime, longDate, minutes, money } from '../../shared/ui/formats.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { CycleButton, DeviceLink } from './MachineLinks.tsx'
import { programmeOf } from './programme.ts'
import { Refunds } from './Refunds.tsx'
import { refunded } from './refunded.ts'
import { useTransaction } from './transaction-query.ts'

export default function TransactionDetail() {
  const user = useUser()
  const { id = '' } = useParams()
  const { data: transaction, error } = useTransaction(id)
  useReturnOnFailure(error, t('transactions.loadFailed'), paths.transactions, transaction)
  if (!transaction) return <Loading />
  return (
    <Page
      back={<BackLink to={paths.transactions}>{t('transactions.back')}</BackLink>}
      title={t('transactions.detail')}
      narrow
    >
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
          ...programmeOf(transaction),
          [t('heading.transactionDate'), longDate(transaction.created_at)],
        ]}
      />
      {transaction.losses?.map((loss) => (
        <Alert
          key={loss.why}
          color="yellow"
          icon={<CircleAlert />}
          title={t('losses.one', { amount: money(loss.amount) })}
        >
          {t(`losses.why.${loss.why}`)} {dateAndTime(loss.created_at)}
        </Alert>
      ))}
      <Group>
        <Button component={Link} to={paths.receipt(id)} variant="default">
          {t('transactions.receipt')}
        </Button>
        {!isStaff(user) && <CycleButton payment={transaction} />}
        {transaction.may_report && <ReportLink deviceId={transaction.device_id} paymentId={id} />}
        {transaction.may_refund && <RefundButton transaction={transaction} />}
      </Group>
      <Refunds transaction={transaction} />
    </Page>
  )
}
