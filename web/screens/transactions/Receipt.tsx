import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useParams } from 'wouter'
import { useUser } from '../../shared/account/auth-context.tsx'
import { ProofNeeded } from '../../shared/account/ProofNeeded.tsx'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useReturnOnFailure } from '../../shared/queries/failures.ts'
import { documentFields, RefundDocuments } from '../../shared/receipts/documents.tsx'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { longDateThere } from '../../shared/ui/date-there.ts'
import { FieldList } from '../../shared/ui/FieldList.tsx'
import { addressOf, label, minutes, money } from '../../shared/ui/formats.ts'
import { Loading } from '../../shared/ui/Loading.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { CycleButton, DeviceLink } from './MachineLinks.tsx'
import { programmeOf } from './programme.ts'
import { refunded } from './refunded.ts'

export default function Receipt() {
  const { id = '' } = useParams()
  const isPayer = useUser().user_type === 'tenant'
  const { data: receipt, error } = useQuery({
    queryKey: ['transactions', id, 'receipt'],
    queryFn: ({ signal }) => call(calls.transactions.receipt, { params: { id }, signal }),
  })
  useReturnOnFailure(error, t('transactions.receiptFailed'), paths.transactions, receipt)
  if (!receipt) return <Loading />
  return (
    <Page
      back={<BackLink to={paths.transaction(id)}>{t('transactions.backToTransaction')}</BackLink>}
      title={t('transactions.receipt')}
      narrow
    >
      <FieldList
        fields={[
          ...documentFields(receipt.documents),
          [t('field.amount'), money(receipt.amount)],
          ...refunded(receipt),
          [t('field.payment_method'), label(receipt.payment_method)],
          [t('heading.transactionDate'), longDateThere(receipt.created_at, receipt.time_zone)],
          [
            t('payments.device'),
            <DeviceLink key="device" payment={receipt} text={receipt.device_label} />,
          ],
          [t('field.device_number'), receipt.device_number],
          [t('field.location'), receipt.location],
          [t('field.duration'), minutes(receipt.duration_minutes)],
          ...programmeOf(receipt),
          [t('field.customer_name'), receipt.customer_name ?? t('words.notAvailable')],
          [t('heading.paidTo'), addressOf(receipt.paid_to)],
          [t('heading.transactionId'), receipt.id],
        ]}
      />
      <RefundDocuments documents={receipt.documents} timeZone={receipt.time_zone} />
      {isPayer && <ProofNeeded why={t('proof.receipts')} />}
      <Group className="screen-only">
        <Button leftSection={<Printer size={16} aria-hidden />} onClick={() => window.print()}>
          {t('transactions.print')}
        </Button>
        <CycleButton payment={receipt} />
      </Group>
    </Page>
  )
}
