import { Button } from '@mantine/core'
import { type Column, DataList, EmptyList } from '../shared/ui/DataList.tsx'
import { money } from '../shared/ui/formats.ts'
import { PageBar } from '../shared/ui/PageBar.tsx'
import { StatusBadge } from '../shared/ui/StatusBadge.tsx'
import { longText, longWord, nothing } from './sample-texts.ts'

interface Row {
  id: string
  label: string
  price: number
}

const rows: Row[] = [
  { id: '1', label: 'Washer 3', price: 2.5 },
  { id: '2', label: longText, price: 99_999.99 },
  { id: '3', label: longWord, price: 0 },
]

const columns: Column<Row>[] = [
  { header: 'Label', cell: ({ label }) => label, brief: 'title' },
  { header: 'Status', cell: () => <StatusBadge status="active" />, brief: 'line' },
  { header: 'Price', cell: ({ price }) => money(price), isNumber: true, brief: 'titleEnd' },
]

const list = {
  noun: 'devices',
  columns,
  pagination: undefined,
  error: null,
  retry: nothing,
  setPage: nothing,
  empty: { title: 'No devices found', hint: <Button>Add Device</Button> },
} as const

const pages = (page: number, totalPages: number) => ({
  page,
  limit: 10,
  total: totalPages * 10,
  totalPages,
})

export const listSamples = {
  DataList: {
    loading: <DataList {...list} rows={undefined} rowsAtLeast={3} />,
    filled: <DataList {...list} rows={rows} pagination={pages(3, 12)} />,
    empty: <DataList {...list} rows={[]} />,
    error: <DataList {...list} rows={undefined} error="Failed to load devices" />,
  },
  EmptyList: {
    'with what to do next': (
      <EmptyList title="No devices found" hint={<Button>Add Device</Button>} />
    ),
  },
  PageBar: {
    'one page': <PageBar noun="codes" pagination={pages(1, 1)} setPage={nothing} />,
    'in the middle': <PageBar noun="codes" pagination={pages(50, 100)} setPage={nothing} />,
    'very many': <PageBar noun="codes" pagination={pages(99_999, 100_000)} setPage={nothing} />,
  },
}
