import type { Revenue } from '@coinless/contract/dashboard.ts'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Table2 } from 'lucide-react'
import { useId } from 'react'
import { t } from '../../shared/texts/texts.ts'
import { day, money, number } from '../../shared/ui/formats.ts'
import tables from '../../shared/ui/table.module.css'
import classes from './RevenueTable.module.css'

export function RevenueTable({ days }: { days: Revenue['days'] }) {
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

function Figures({ days }: { days: Revenue['days'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled by keyboard
    <section aria-label={t('dashboard.chart')} className={classes.frame} tabIndex={0}>
      <table className={tables.table}>
        <thead>
          <tr>
            <th>{t('dashboard.day')}</th>
            <th className={tables.number}>{t('dashboard.revenue')}</th>
            <th className={tables.number}>{t('dashboard.cycles')}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, revenue, cycles }) => (
            <tr key={date}>
              <th scope="row">{day(date)}</th>
              <td className={tables.number} translate="no">
                {money(revenue)}
              </td>
              <td className={tables.number} translate="no">
                {number(cycles)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
