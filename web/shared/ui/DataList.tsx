// biome-ignore-all lint/a11y/noRedundantRoles: Safari drops the roles of rows that are shown as cards
// biome-ignore-all lint/a11y/useSemanticElements: the same

import type { Pagination as PageFacts } from '@coinless/contract/fields.ts'
import { limits } from '@coinless/contract/limits.ts'
import { Card, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Inbox } from 'lucide-react'
import { Fragment, type ReactNode, useId, useState } from 'react'
import { t } from '../texts/texts.ts'
import classes from './DataList.module.css'
import lines from './DataListLines.module.css'
import { translateOf } from './figures.ts'
import { LoadFailure } from './LoadFailure.tsx'
import { type Noun, PageBar } from './PageBar.tsx'
import tables from './table.module.css'

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers are right-aligned, so that their digits line up. */
  isNumber?: boolean
  /**
   * One line: `whole` for dates and states, `cut` for names, which end in an ellipsis where they have no room. Others
   * wrap.
   */
  line?: 'whole' | 'cut'
  /** Names the group, so it is not repeated below the group's heading. */
  isGroup?: boolean
  /** Its place in the two lines that a phone shows of a collapsed row. */
  brief?: 'title' | 'titleEnd' | 'line' | 'lineEnd'
}

interface Choosing<Row> {
  isChosen: (id: string) => boolean
  isPageChosen: boolean
  /** @param isRange with all rows between this one and the previous one */
  choose: (id: string, isRange: boolean) => void
  choosePage: () => void
  nameOf: (row: Row) => string
  /** On a phone, where checkboxes otherwise have no space. */
  isOn: boolean
}

interface DataListProps<Row> {
  noun: Noun
  columns: Column<Row>[]
  rows: Row[] | undefined
  pagination: PageFacts | undefined
  /** The text to show if the rows could not be loaded. */
  error: string | null
  retry: () => void
  setPage: (page: number) => void
  empty: { title: string; hint: ReactNode }
  /** Number of placeholder rows while loading. At the end of a page: the minimum expected, to avoid shrinking. */
  rowsAtLeast?: number
  /** The heading above the first row of each group. */
  groupOf?: ((row: Row) => string) | undefined
  /** undefined: rows cannot be selected. */
  choosing?: Choosing<Row> | undefined
}

/**
 * A table. On a phone each row is two lines, and a tap expands it to a card of all values. Cells are plain elements,
 * because Mantine's take a phone too long.
 */
export function DataList<Row extends { id: string }>(props: DataListProps<Row>) {
  const { noun, columns, rows, pagination, error, retry, setPage, empty, rowsAtLeast } = props
  const { groupOf, choosing } = props
  if (error && !rows) return <LoadFailure message={error} retry={retry} />
  if (rows?.length === 0) return <EmptyList {...empty} />
  return (
    <Stack gap="sm">
      <Card withBorder p={0} className={tables.frame}>
        <table
          className={`${tables.table} ${classes.table} ${lines.table}`}
          data-choosing={choosing?.isOn || undefined}
          role="table"
          aria-colcount={columns.length + 1}
        >
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column, index) => (
                <th
                  key={column.header}
                  role="columnheader"
                  aria-colindex={index + 1}
                  className={classOf(column)}
                  data-headed={rows?.every((row) => isHeaded(row, column, groupOf)) || undefined}
                >
                  {index === 0 && choosing && rows ? (
                    <div className={lines.first}>
                      <ChoosePage choosing={choosing} />
                      {column.header}
                    </div>
                  ) : (
                    column.header
                  )}
                </th>
              ))}
              <th role="columnheader" aria-colindex={columns.length + 1} className={classes.toggle}>
                {t('list.details')}
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup" aria-busy={!rows}>
            {rows ? (
              rows.map((row, index) => (
                <Fragment key={row.id}>
                  <GroupRow
                    name={groupOf?.(row)}
                    before={index > 0 ? groupOf?.(rows[index - 1] as Row) : undefined}
                    columns={columns.length}
                  />
                  <DataRow row={row} columns={columns} choosing={choosing} groupOf={groupOf} />
                </Fragment>
              ))
            ) : (
              <SkeletonRows columns={columns.length} rows={rowsAtLeast ?? limits.pageSize} />
            )}
          </tbody>
        </table>
      </Card>
      {pagination && <PageBar noun={noun} pagination={pagination} setPage={setPage} />}
    </Stack>
  )
}

interface GroupRowProps {
  name: string | undefined
  before: string | undefined
  columns: number
}

function GroupRow({ name, before, columns }: GroupRowProps) {
  if (name === undefined || name === before) return null
  return (
    <tr role="row" className={classes.group}>
      <th role="rowheader" scope="rowgroup" colSpan={columns + 1} aria-colindex={1}>
        {name}
      </th>
    </tr>
  )
}

function ChoosePage<Row>({ choosing }: { choosing: Choosing<Row> }) {
  return (
    <label className={classes.choose}>
      <input
        type="checkbox"
        aria-label={t('bulk.choosePage')}
        checked={choosing.isPageChosen}
        onChange={choosing.choosePage}
      />
    </label>
  )
}

function ChooseRow<Row extends { id: string }>(props: { row: Row; choosing: Choosing<Row> }) {
  const { row, choosing } = props
  return (
    <label className={classes.choose}>
      <input
        type="checkbox"
        aria-label={t('bulk.chooseOne', { name: choosing.nameOf(row) })}
        checked={choosing.isChosen(row.id)}
        // A change event does not report Shift, but the click of a mouse or key does.
        onClick={(event) => choosing.choose(row.id, event.shiftKey)}
        onChange={() => {}}
      />
    </label>
  )
}

type GroupOf<Row> = DataListProps<Row>['groupOf']

/** Whether the heading of the row's group shows the value. */
function isHeaded<Row>(row: Row, { isGroup, cell }: Column<Row>, groupOf: GroupOf<Row>) {
  return isGroup && groupOf?.(row) === cell(row)
}

function classOf<Row>({ isNumber, line }: Column<Row>): string | undefined {
  if (isNumber) return tables.number
  return line && lines[line]
}

interface DataRowProps<Row> {
  row: Row
  columns: Column<Row>[]
  choosing: Choosing<Row> | undefined
  groupOf: GroupOf<Row>
}

function DataRow<Row extends { id: string }>(props: DataRowProps<Row>) {
  const { row, columns, choosing, groupOf } = props
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <tr role="row" data-open={isOpen || undefined}>
      {columns.map((column, index) => {
        const value = column.cell(row)
        return (
          <td
            key={column.header}
            id={column.brief === 'title' ? `${id}title` : undefined}
            role="cell"
            aria-colindex={index + 1}
            data-header={column.header}
            data-brief={column.brief}
            data-headed={isHeaded(row, column, groupOf) || undefined}
            className={classOf(column)}
            translate={translateOf(value)}
          >
            {index === 0 && choosing ? (
              <div className={lines.first}>
                <ChooseRow row={row} choosing={choosing} />
                {value}
              </div>
            ) : (
              <Value value={value} isCut={column.line === 'cut'} />
            )}
          </td>
        )
      })}
      <td role="cell" aria-colindex={columns.length + 1} className={classes.toggle}>
        <button
          type="button"
          id={`${id}toggle`}
          aria-label={t('list.details')}
          aria-labelledby={`${id}toggle ${id}title`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </td>
    </tr>
  )
}

function Value({ value, isCut }: { value: ReactNode; isCut: boolean }) {
  if (!isCut) return value
  return (
    <div className={lines.cutText} title={typeof value === 'string' ? value : undefined}>
      {value}
    </div>
  )
}

function SkeletonRows({ columns, rows }: { columns: number; rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all rows are alike
    <tr key={row} role="row">
      <td role="cell" colSpan={columns + 1}>
        <Skeleton height={28} />
      </td>
    </tr>
  ))
}

/** What a list without rows shows instead: what to do next. */
export function EmptyList({ title, hint }: { title: string; hint: ReactNode }) {
  return (
    <Card withBorder py="xl">
      <Stack align="center" gap={4}>
        <Inbox size={36} strokeWidth={1.25} aria-hidden />
        <Text fw={600} ta="center">
          {title}
        </Text>
        <Group c="dimmed" fz="sm" justify="center" ta="center">
          {hint}
        </Group>
      </Stack>
    </Card>
  )
}
