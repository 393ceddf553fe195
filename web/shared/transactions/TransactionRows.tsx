import { paymentMethods } from '@coinless/contract/choices.ts'
import type { ListedTransaction } from '@coinless/contract/transactions.ts'
import { Anchor, Group, Text } from '@mantine/core'
import { Eye } from 'lucide-react'
import { RowActions } from '../actions/RowActions.tsx'
import { calls } from '../calls/calls.ts'
import { paths } from '../navigation/paths.ts'
import { useList } from '../queries/use-list.ts'
import { Link } from '../router/Link.tsx'
import { type TextKey, t } from '../texts/texts.ts'
import { type Column, DataList } from '../ui/DataList.tsx'
import { FilterSelect } from '../ui/FilterSelect.tsx'
import { compactDateAndTime, label, money, options, shortId } from '../ui/formats.ts'
import { SearchField } from '../ui/SearchField.tsx'
import { shortMinutes } from '../ui/short-minutes.ts'
import { useListAddress } from '../ui/use-list-address.ts'
import { usePhone } from '../ui/use-phone.ts'
import classes from './TransactionRows.module.css'

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
        columns={columns(usePhone())}
        {...list}
        empty={{
          title: t('transactions.none'),
          hint: isFiltered ? t('list.tryFilters') : !deviceId && <FirstPayment />,
        }}
      />
    </>
  )
}

const columns = (isPhone: boolean): Column<ListedTransaction>[] => [
  {
    header: t('heading.transactionId'),
    cell: ({ id }) => <TransactionLink id={id}>{shortId(id)}</TransactionLink>,
    line: 'whole',
  },
  {
    header: t('heading.deviceNumber'),
    // A phone shows what was paid for instead of ids.
    cell: ({ id, device_label, device_number }) =>
      isPhone ? <TransactionLink id={id}>{device_label}</TransactionLink> : device_number,
    line: 'cut',
    brief: 'title',
  },
  {
    header: t('heading.customer'),
    cell: ({ customer_name }) => customer_name ?? t('words.notAvailable'),
    line: 'cut',
  },
  {
    header: t('field.amount'),
    cell: (transaction) => <Amount {...transaction} isSigned={isPhone && transaction.is_expense} />,
    isNumber: true,
    brief: 'titleEnd',
  },
  {
    header: t('field.payment_method'),
    cell: ({ payment_method }) => methodText(payment_method),
    line: 'whole',
    brief: 'lineEnd',
  },
  {
    header: t('field.duration'),
    cell: ({ duration_minutes }) => shortMinutes(duration_minutes),
    isNumber: true,
  },
  {
    header: t('heading.date'),
    cell: ({ created_at }) => compactDateAndTime(created_at),
    line: 'whole',
    brief: 'line',
  },
  {
    header: t('list.actions'),
    cell: ({ id }) => (
      <RowActions
        main={{
          text: t('action.view'),
          label: t('transactions.viewOne', { id: shortId(id) }),
          Icon: Eye,
          does: paths.transaction(id),
        }}
      />
    ),
    isNumber: true,
  },
]

function TransactionLink({ id, children }: { id: string; children: string }) {
  return (
    <Anchor component={Link} size="sm" to={paths.transaction(id)} translate="no">
      {children}
    </Anchor>
  )
}

const methods: Partial<Record<string, TextKey>> = {
  credit_card: 'transactions.byCard',
  prepaid_code: 'transactions.byCode',
}

/** Shorter than elsewhere, for one line a row. Servers of later versions may know other methods. */
function methodText(method: ListedTransaction['payment_method']): string {
  const key = methods[method]
  return key ? t(key) : label(method)
}

interface AmountProps extends ListedTransaction {
  /** With a minus sign, because the user paid it. */
  isSigned: boolean
}

/** The cause of a refund shows on the payment's page, and in the open row of a phone. */
function Amount({ amount, refunded_amount, refund_cause, isSigned }: AmountProps) {
  return (
    <div className={classes.amount}>
      <span translate="no">{(isSigned ? '−' : '') + money(amount)}</span>
      {refunded_amount > 0 && (
        <Text size="xs" c="dimmed">
          {refunded_amount < amount
            ? t('transactions.refundedOf', { amount: money(refunded_amount) })
            : t('heading.refunded')}
        </Text>
      )}
      {refund_cause && (
        <Text size="xs" c="dimmed" className={classes.cause ?? ''}>
          {t(`moneyBack.${refund_cause}`)}
        </Text>
      )}
    </div>
  )
}

function FirstPayment() {
  return (
    <Anchor component={Link} size="sm" to={paths.payments}>
      {t('transactions.first')}
    </Anchor>
  )
}
