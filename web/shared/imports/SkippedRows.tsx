import type { SkippedRow } from '@coinless/contract/imports.ts'
import { fieldName, t } from '../texts/texts.ts'
import { number } from '../ui/formats.ts'
import tables from '../ui/table.module.css'
import { rowNumbers } from './row-numbers.ts'
import { Scrolled } from './Scrolled.tsx'

/** Rows that create nothing, grouped by reason. */
export function SkippedRows({ left }: { left: readonly SkippedRow[] }) {
  const groups = [...Map.groupBy(left, reasonOf).entries()]
  return (
    <Scrolled label={t('import.left')}>
      <table className={tables.table}>
        <thead>
          <tr>
            <th>{t('import.left')}</th>
            <th className={tables.number}>{t('import.howMany')}</th>
            <th>{t('import.rows')}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(([reason, rows]) => (
            <tr key={reason}>
              <td>{reason}</td>
              <td className={tables.number}>{number(rows.length)}</td>
              <td>{rowNumbers(rows.map(({ row }) => row))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}

function reasonOf({ outcome, fields, message }: SkippedRow): string {
  const names = fields.map(fieldName).join(', ')
  switch (outcome) {
    case 'unchanged':
      return t('import.unchanged')
    case 'differs':
      return t('import.differs', { fields: names })
    case 'refused':
      return names ? t('import.refusedField', { field: names, why: message }) : (message ?? '')
  }
}
