import type { Earnings } from '@coinless/contract/dashboard.ts'
import { Button, ScrollArea, Table } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Table2 } from 'lucide-react'
import { useId } from 'react'
import { t } from '../texts/texts.ts'
import { day, money, number } from '../ui/formats.ts'

const maxHeight = 360

export function RevenueTable({ days }: { days: Earnings['days'] }) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const id = useId()
  return (
    <>
      <Button
        variant="default"
        size="xs"
        mt="sm"
        leftSection={<Table2 size={16} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
        style={{ alignSelf: 'start' }}
      >
        {t('dashboard.showTable')}
      </Button>
      <div id={id}>{isOpen && <Figures days={days} />}</div>
    </>
  )
}

function Figures({ days }: { days: Earnings['days'] }) {
  return (
    <ScrollArea.Autosize
      mah={maxHeight}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('dashboard.chart') }}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('dashboard.day')}</Table.Th>
            <Table.Th ta="right">{t('dashboard.revenue')}</Table.Th>
            <Table.Th ta="right">{t('dashboard.cycles')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map(({ date, revenue, cycles }) => (
            <Table.Tr key={date}>
              <Table.Th scope="row" fw={400}>
                {day(date)}
              </Table.Th>
              <Table.Td ta="right">{money(revenue)}</Table.Td>
              <Table.Td ta="right">{number(cycles)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
