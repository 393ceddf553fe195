import type { RevenueFigures, RevenueRow } from '@coinless/contract/revenue.ts'
import { Anchor } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { money, number } from '../../shared/ui/formats.ts'
import { LabelAndNumber } from '../../shared/ui/LabelAndNumber.tsx'
import tables from '../../shared/ui/table.module.css'
import { Compared } from './Compared.tsx'
import { type EarlierPeriod, hasData } from './earlier-periods.ts'
import type { Asked } from './question.ts'
import classes from './Revenue.module.css'
import { revenueRowName } from './row-names.ts'

interface RevenueTableProps {
  figures: RevenueFigures
  earlier: EarlierPeriod[]
  asked: Asked
}

/** The rows and their total, with a quiet bar behind each net amount. */
export function RevenueTable({
  figures: { rows, total, has_tax },
  earlier,
  asked,
}: RevenueTableProps) {
  const { by } = asked.question
  const columns = columnsFor(earlier, has_tax)
  const highest = Math.max(...rows.map(({ net }) => net), 0.01)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable by keyboard
    <section aria-label={t('revenue.table')} className={tables.frame} tabIndex={0}>
      <table className={`${tables.table} ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">{t(`revenue.by_${by}`)}</th>
            {columns.map(({ header }) => (
              <th key={header} scope="col" className={tables.number}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key ?? ''}>
              <th scope="row">
                <Name row={row} asked={asked} />
              </th>
              {columns.map(({ header, cell, hasBar }) => (
                <td
                  key={header}
                  {...(hasBar ? withBar(row.net / highest) : { className: tables.number })}
                  translate="no"
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('revenue.total')}</th>
            {columns.map(({ header, sum }) => (
              <td key={header} className={tables.number} translate="no">
                {sum(total)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** @param share of the highest amount; refunds may make it negative */
function withBar(share: number) {
  return {
    className: `${tables.number} ${classes.net} ${share > 0 ? classes.bar : ''}`,
    style: { '--share': share } as CSSProperties,
  }
}

/** Links a place to its devices, and a device to its days. */
function Name({ row, asked }: { row: RevenueRow; asked: Asked }) {
  const { by } = asked.question
  const name = revenueRowName(row, by)
  const within = {
    location: { place: row.key ?? '', by: 'device' },
    device: { device: row.key ?? '', by: 'day' },
  }
  if (by !== 'location' && by !== 'device') return <span className={classes.unbroken}>{name}</span>
  if (row.key === null) return name
  return (
    <>
      <Anchor component={Link} size="sm" to={asked.addressWith(within[by])}>
        <LabelAndNumber text={name} />
      </Anchor>
      {row.device && <div className={classes.where}>{row.device.location}</div>}
    </>
  )
}

interface Column {
  header: string
  cell: (row: RevenueRow) => ReactNode
  /** The figure of the totals row. */
  sum: (total: RevenueFigures['total']) => ReactNode
  hasBar?: boolean
}

/** The net amount and its comparisons come first: they are what a phone shows without scrolling. */
function columnsFor(earlier: EarlierPeriod[], hasTax: boolean): Column[] {
  const amounts = (
    name: 'gross' | 'refunded' | 'net' | 'net_of_tax' | 'tax',
    header: string,
  ): Column => ({
    header,
    cell: (row) => money(row[name]),
    sum: (total) => money(total[name]),
  })
  return [
    { ...amounts('net', t('revenue.net')), hasBar: true },
    ...earlier.map(({ dates, netOf, total: before }) => ({
      header: t('revenue.netOf', { dates }),
      cell: (row: RevenueRow) => <Compared now={row.net} before={netOf(row)} format={money} />,
      sum: ({ net }: RevenueFigures['total']) => (
        <Compared now={net} before={hasData(before) ? before.net : undefined} format={money} />
      ),
    })),
    amounts('gross', t('revenue.gross')),
    amounts('refunded', t('revenue.refunded')),
    ...(hasTax
      ? [amounts('net_of_tax', t('revenue.net_of_tax')), amounts('tax', t('revenue.tax'))]
      : []),
    {
      header: t('revenue.payments'),
      cell: ({ payments }) => number(payments),
      sum: ({ payments }) => number(payments),
    },
  ]
}
