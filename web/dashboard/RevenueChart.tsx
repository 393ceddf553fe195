import '@mantine/charts/styles.layer.css'
import type { Earnings } from '@coinless/contract/dashboard.ts'
import { BarChart } from '@mantine/charts'
import { t } from '../texts/texts.ts'
import { day, money } from '../ui/formats.ts'

interface RevenueChartProps {
  days: Earnings['days']
  height: number
}

/** A picture of the figures, which the table below it says in words. */
export default function RevenueChart({ days, height }: RevenueChartProps) {
  return (
    <figure aria-label={t('dashboard.chart')} style={{ margin: 0 }}>
      <BarChart
        h={height}
        data={days.map(({ date, revenue }) => ({ day: day(date), revenue }))}
        dataKey="day"
        series={[{ name: 'revenue', label: t('dashboard.revenue'), color: 'cyan.7' }]}
        valueFormatter={money}
        yAxisProps={{ width: 72 }}
        barProps={{ isAnimationActive: false }}
      />
    </figure>
  )
}
