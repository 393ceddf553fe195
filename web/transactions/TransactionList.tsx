import { limits } from '@coinless/contract/limits.ts'
import { paymentMethods, type Transaction, transactions } from '@coinless/contract/transactions.ts'
import { Anchor, Group } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { Link } from 'react-router'
import { call, messageOf } from '../api.ts'
import { paths } from '../paths.ts'
import { type Column, DataList } from '../ui/DataList.tsx'
import { FilterSelect } from '../ui/FilterSelect.tsx'
import { dateAndTime, label, minutes, money, shortId } from '../ui/formats.ts'
import { IconLink } from '../ui/icon-actions.tsx'
import { Page } from '../ui/Page.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { useListAddress } from '../ui/use-list-address.ts'
import { useListPage } from '../ui/use-list-page.ts'
import { PaymentMethodBadge } from './PaymentMethodBadge.tsx'

export default function TransactionList() {
  const address = useListAddress()
  const { page, search } = address
  const payment_method = address.filter('method')
  const query = useQuery({
    queryKey: ['transactions', { page, search, payment_method }],
    queryFn: ({ signal }) =>
      call(transactions.list, {
        query: { page, limit: limits.pageSize, search, payment_method },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  const list = useListPage(query, {
    error: query.error && messageOf(query.error, 'Failed to load transactions'),
    setPage: address.setPage,
  })
  const isFiltered = search !== '' || payment_method !== ''

  return (
    <Page title="Transactions">
      <Group>
        <SearchField
          label="Search by id, device or customer"
          value={address.typed}
          onChange={address.setTyped}
        />
        <FilterSelect
          label="Filter by payment method"
          value={payment_method}
          onChange={(method) => address.setFilter('method', method)}
          options={methodOptions}
        />
      </Group>
      <DataList
        noun="transactions"
        columns={columns}
        {...list}
        empty={{
          title: 'No transactions found',
          hint: isFiltered ? 'Try adjusting your filters' : <FirstPayment />,
        }}
      />
    </Page>
  )
}

const methodOptions = [
  { value: '', label: 'All methods' },
  ...paymentMethods.map((method) => ({ value: method, label: label(method) })),
]

const columns: Column<Transaction>[] = [
  {
    header: 'Transaction ID',
    cell: ({ id }) => (
      <Anchor component={Link} size="sm" to={paths.transaction(id)} ff="monospace">
        {shortId(id)}
      </Anchor>
    ),
  },
  { header: 'Device Number', cell: ({ device_number }) => device_number },
  { header: 'Customer', cell: ({ customer_name }) => customer_name ?? 'N/A' },
  { header: 'Amount', cell: ({ amount }) => money(amount), isNumber: true },
  {
    header: 'Payment Method',
    cell: ({ payment_method }) => <PaymentMethodBadge method={payment_method} />,
  },
  {
    header: 'Duration',
    cell: ({ duration_minutes }) => minutes(duration_minutes),
    isNumber: true,
  },
  { header: 'Date', cell: ({ created_at }) => dateAndTime(created_at) },
  {
    header: 'Actions',
    cell: ({ id }) => (
      <IconLink to={paths.transaction(id)} label={`View transaction ${shortId(id)}`} Icon={Eye} />
    ),
    isNumber: true,
  },
]

function FirstPayment() {
  return (
    <Anchor component={Link} size="sm" to={paths.payments}>
      Pay for your first cycle
    </Anchor>
  )
}
