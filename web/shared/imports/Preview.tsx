import { Alert, Card, Stack, Text, Title } from '@mantine/core'
import { fieldName, t } from '../texts/texts.ts'
import { number } from '../ui/formats.ts'
import tables from '../ui/table.module.css'
import { type Checked, type Fault, firstLine } from './check-rows.ts'
import classes from './Imports.module.css'
import type { Columns, ImportField } from './importable.ts'
import { rowNumbers } from './row-numbers.ts'
import { Scrolled } from './Scrolled.tsx'
import { SkippedRows } from './SkippedRows.tsx'
import type { Table } from './table.ts'
import type { ExistingRows } from './use-existing-rows.ts'

const shownRows = 5

interface PreviewProps {
  table: Table
  columns: Columns
  fields: readonly ImportField[]
  checked: Checked
  known: ExistingRows
}

/** First rows of the file, and a summary of all rows that exist already or do not fit. */
export function Preview({ table, columns, fields, checked, known }: PreviewProps) {
  const { headers, rows } = table
  const shown = fields.filter(({ name }) => headers.includes(columns[name] ?? ''))
  return (
    <Card withBorder component="section">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('import.preview')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('import.previewHint', {
            count: rows.length,
            rows: number(rows.length),
            shown: Math.min(shownRows, rows.length),
          })}
        </Text>
        <Scrolled label={t('import.preview')}>
          <table className={tables.table}>
            <thead>
              <tr>
                <th>{t('import.row')}</th>
                {shown.map(({ name }) => (
                  <th key={name}>{fieldName(name)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shownRows).map(({ row, cells, isBroken }) => (
                <tr key={row}>
                  <td>{row}</td>
                  {shown.map(({ name }) => (
                    <td key={name} className={classes.cell}>
                      {shownIn(cells[headers.indexOf(columns[name] ?? '')], isBroken)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolled>
        {checked.fitting.length > 0 && <AlreadyThere known={known} />}
        {checked.faulty > 0 && <Faults checked={checked} />}
      </Stack>
    </Card>
  )
}

function shownIn(cell = '', isBroken: boolean): string {
  return isBroken ? firstLine(cell) : cell
}

function AlreadyThere({ known }: { known: ExistingRows }) {
  if (known === 'asked') return <Text role="status">{t('import.known_asked')}</Text>
  if (known === 'failed') return <Text role="status">{t('import.known_failed')}</Text>
  if (known.length === 0) return <Text role="status">{t('import.known_none')}</Text>
  return (
    <>
      <Alert
        title={t('import.known', { count: known.length, rows: number(known.length) })}
        role="status"
      >
        {t('import.knownHint')}
      </Alert>
      <SkippedRows left={known} />
    </>
  )
}

function Faults({ checked: { faults, faulty, fitting } }: { checked: Checked }) {
  return (
    <>
      <Alert
        color={fitting.length > 0 ? 'yellow' : 'red'}
        title={t('import.faulty', { count: faulty, rows: number(faulty) })}
        role="status"
      >
        {t('import.faultyHint')}
      </Alert>
      <Scrolled label={t('import.faults')}>
        <table className={tables.table}>
          <thead>
            <tr>
              <th>{t('import.rows')}</th>
              <th>{t('import.column')}</th>
              <th>{t('import.found')}</th>
              <th>{t('import.fits')}</th>
            </tr>
          </thead>
          <tbody>
            {faults.map((fault) => (
              <FaultRow key={`${fault.column} ${fault.sentence}`} {...fault} />
            ))}
          </tbody>
        </table>
      </Scrolled>
    </>
  )
}

function FaultRow({ rows, column, samples, sentence }: Fault) {
  return (
    <tr>
      <td>{rowNumbers(rows)}</td>
      <td>{column || t('import.wholeRow')}</td>
      <td>{samples.map((sample) => (sample === '' ? t('import.nothing') : sample)).join(' · ')}</td>
      <td>{sentence}</td>
    </tr>
  )
}
