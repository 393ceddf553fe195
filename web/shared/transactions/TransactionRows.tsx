import { paymentMethods } from '@coinless/contract/choices.ts'
import type { Transaction } from '@coinless/contract/transactions.ts'
import { Anchor, Group, Text } from '@mantine/core'
import { Eye } from 'lucide-react'
import { Link } from 'react-router'
import { calls } from '../calls/calls.ts'
import { paths } from '../navigation/paths.ts'
import { useList } from '../queries/use-list.ts'
import { t } from '../texts/texts.ts'
import { type Column, DataList } from '../ui/DataList.tsx'
import { FilterSelect } from '../ui/FilterSelect.tsx'
import { dateAndTime, minutes, money, options, shortId } from '../ui/formats.ts'
import { IconLink } from '../ui/icon-actions.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { useListAddress } from '../ui/use-list-address.ts'
import { PaymentMethodBadge } from './PaymentMethodBadge.tsx'

/** Payments with search and filter: all of the user, or those at one device. */
export function TransactionRows({ deviceId }: { deviceId?: string }) {
  const address = useListAddress()
  const { search } = address
  const payment_method = address.filter('method')
  const list = useList(calls.transactions.list, {
    key: ['transactions'],
    address,
    filters: { payment_method, ...(deviceId && { device_id: deviceId }) },
    failed: t('transactions.loadListFailed'),
  })
  const isFiltered = search !== '' || payment_method !== ''
  return (
    <>
      <Group>
        <SearchField label={t('transactions.search')} address={address} />
        <FilterSelect
          label={t('transactions.filter')}
          value={payment_method}
          onChange={(method) => address.setFilter('method', method)}
          options={[{ value: '', label: t('transactions.allMethods') }, ...options(paymentMethods)]}
        />
      </Group>
      <DataList
        noun="transactions"
        columns={columns()}
        {...list}
        empty={{
          title: t('transactions.none'),
          hint: isFiltered ? t('list.tryFilters') : !deviceId && <FirstPayment />,
        }}
      />
    </>
  )
}

const columns = (): Column<Transaction>[] => [
  {
    header: t('heading.transactionId'),
    cell: ({ id }) => (
      <Anchor component={Link} size="sm" to={paths.transaction(id)} ff="monospace">
        {shortId(id)}
      </Anchor>
    ),
    brief: 'title',
  },
  {
    header: t('field.device_number'),
    cell: ({ device_number }) => device_number,
    brief: 'lineEnd',
  },
  {
    header: t('heading.customer'),
    cell: ({ customer_name }) => customer_name ?? t('words.notAvailable'),
  },
  {
    header: t('field.amount'),
    cell: (transaction) => <Amount {...transaction} />,
    isNumber: true,
    brief: 'titleEnd',
  },
  {
    header: t('field.payment_method'),
    cell: ({ payment_method }) => <PaymentMethodBadge method={payment_method} />,
  },
  {
    header: t('field.duration'),
    cell: ({ duration_minutes }) => minutes(duration_minutes),
    isNumber: true,
  },
  { header: t('heading.date'), cell: ({ created_at }) => dateAndTime(created_at), brief: 'line' },
  {
    header: t('list.actions'),
    cell: ({ id }) => (
      <IconLink
        to={paths.transaction(id)}
        label={t('transactions.viewOne', { id: shortId(id) })}
        Icon={Eye}
      />
    ),
    isNumber: true,
  },
]

function Amount({ amount, refunded_amount, refund_cause }: Transaction) {
  return (
    <>
      <span translate="no">{money(amount)}</span>
      {refunded_amount > 0 && (
        <Text size="xs" c="dimmed">
          {t('transactions.refundedOf', { amount: money(refunded_amount) })}
        </Text>
      )}
      {refund_cause && (
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'normal' }}>
          {t(`moneyBack.${refund_cause}`)}
        </Text>
      )}
    </>
  )
}

function FirstPayment() {
  return (
    <Anchor component={Link} size="sm" to={paths.payments}>
      {t('transactions.first')}
    </Anchor>
  )
}
