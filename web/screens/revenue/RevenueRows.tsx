import type { RevenueFigures, RevenueRow } from '@coinless/contract/revenue.ts'
import { Card } from '@mantine/core'
import { t } from '../../shared/texts/texts.ts'
import { type Bar, BarChart } from '../../shared/ui/BarChart.tsx'
import { usePhone } from '../../shared/ui/use-phone.ts'
import { datesOf } from './comparison.ts'
import type { EarlierPeriod } from './earlier-periods.ts'
import type { Asked } from './question.ts'
import { RevenueTable } from './RevenueTable.tsx'
import { revenueRowName } from './row-names.ts'

const inOrder = ['day', 'week', 'month', 'hour', 'weekday']
/** Names that fit below the chart; those of weeks and months are long. */
const namesBelow = { phone: 3, longOnPhone: 2, wide: 8 }
/** More bars are too thin to see. */
const barsMax = 120

interface RevenueRowsProps {
  figures: RevenueFigures
  earlier: EarlierPeriod[]
  asked: Asked
}

/** The same rows as a chart and a table. */
export function RevenueRows({ figures, earlier, asked }: RevenueRowsProps) {
  const { by } = asked.question
  const charted = figures.rows.filter(({ key }) => key !== null)
  const isChart = inOrder.includes(by) && charted.length <= barsMax
  const phone = by === 'week' || by === 'month' ? 'longOnPhone' : 'phone'
  const every = Math.ceil(charted.length / namesBelow[usePhone() ? phone : 'wide'])
  const bars = charted.map(
    (row: RevenueRow, n): Bar => ({
      key: row.key ?? '',
      name: revenueRowName(row, by),
      amount: row.net,
      compared: row.before,
      isNamed: n % every === 0,
    }),
  )
  return (
    <Card withBorder>
      {isChart && (
        <BarChart
          label={t('revenue.chart')}
          bars={bars}
          legend={[datesOf(figures.total), datesOf(figures.before)]}
        />
      )}
      <RevenueTable figures={figures} earlier={earlier} asked={asked} />
    </Card>
  )
}
