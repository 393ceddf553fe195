import type { RevenueRow } from '@coinless/contract/revenue.ts'
import { Anchor, Card } from '@mantine/core'
import { Link } from 'react-router'
import { t } from '../../shared/texts/texts.ts'
import { type Bar, BarChart } from '../../shared/ui/BarChart.tsx'
import { money, number } from '../../shared/ui/formats.ts'
import tables from '../../shared/ui/table.module.css'
import { usePhone } from '../../shared/ui/use-phone.ts'
import type { Asked } from './question.ts'
import classes from './Revenue.module.css'
import { revenueRowName } from './row-names.ts'

const inOrder = ['day', 'week', 'month', 'hour', 'weekday']
/** Names that fit below the chart. */
const namesBelow = { phone: 3, wide: 8 }
/** More bars are too thin to see. */
const barsMax = 120

interface RevenueRowsProps {
  rows: RevenueRow[]
  asked: Asked
}

/** The same rows as a chart and a table. */
export function RevenueRows({ rows, asked }: RevenueRowsProps) {
  const { by } = asked.question
  const isChart = inOrder.includes(by) && rows.length <= barsMax
  const every = Math.ceil(rows.length / namesBelow[usePhone() ? 'phone' : 'wide'])
  const bars = rows.map(
    (row, n): Bar => ({
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
        <>
          <BarChart label={t('revenue.chart')} bars={bars} />
          <p className={classes.legend}>{t('revenue.legend')}</p>
        </>
      )}
      <Rows rows={rows} asked={asked} hasBars={!inOrder.includes(by)} />
    </Card>
  )
}

function Rows({ rows, asked, hasBars }: RevenueRowsProps & { hasBars: boolean }) {
  const { by } = asked.question
  const highest = Math.max(...rows.map(({ net }) => net), 0.01)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable by keyboard
    <section aria-label={t('revenue.table')} className={classes.frame} tabIndex={0}>
      <table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">{t(`revenue.by_${by}`)}</th>
            {columns().map(({ header }) => (
              <th key={header} scope="col" className={tables.number}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key ?? ''}>
              <th scope="row" className={classes.name}>
                <Name row={row} asked={asked} />
                {hasBars && (
                  <div
                    aria-hidden
                    className={classes.bar}
                    style={{ width: `${Math.max(0, (100 * row.net) / highest)}%` }}
                  />
                )}
              </th>
              {columns().map(({ header, cell }) => (
                <td key={header} className={tables.number} translate="no">
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Links a place to its devices, and a device to its days. */
function Name({ row, asked }: { row: RevenueRow; asked: Asked }) {
  const { by } = asked.question
  const name = revenueRowName(row, by)
  const within = {
    location: { place: row.key ?? '', by: 'device' },
    device: { device: row.key ?? '', by: 'day' },
  }
  if (row.key === null || (by !== 'location' && by !== 'device')) return name
  return (
    <>
      <Anchor component={Link} size="sm" to={asked.addressWith(within[by])}>
        {name}
      </Anchor>
      {row.device && <div className={classes.where}>{row.device.location}</div>}
    </>
  )
}

const columns = () => [
  { header: t('revenue.gross'), cell: ({ gross }: RevenueRow) => money(gross) },
  { header: t('revenue.refunded'), cell: ({ refunded }: RevenueRow) => money(refunded) },
  { header: t('revenue.net'), cell: ({ net }: RevenueRow) => money(net) },
  { header: t('revenue.payments'), cell: ({ payments }: RevenueRow) => number(payments) },
  { header: t('revenue.netBefore'), cell: ({ before }: RevenueRow) => money(before) },
  { header: t('revenue.netYearBefore'), cell: ({ year_before }: RevenueRow) => money(year_before) },
]
