import { useEffect, useState } from 'react'
import { type Checked, checkRows } from './check-rows.ts'
import { BadFile, type FileProblem } from './file-text.ts'
import { type Columns, type Importable, isNameIn } from './importable.ts'
import { type Table, tableOf } from './table.ts'

/** Parses a text, and reports its problem if there is one. */
export function useTable(
  text: string,
  { fields }: Importable,
): { table?: Table; problem?: FileProblem } {
  const [read, setRead] = useState<{ of: string; table?: Table; problem?: FileProblem }>({ of: '' })
  useEffect(() => {
    if (text === '') return
    let isWanted = true
    void tableOf(text, isNameIn(fields)).then(
      (table) => isWanted && setRead({ of: text, table }),
      (error) => {
        if (!(error instanceof BadFile)) throw error
        if (isWanted) setRead({ of: text, problem: error.problem })
      },
    )
    return () => {
      isWanted = false
    }
  }, [text, fields])
  // Hides the result of an earlier text.
  if (read.of !== text) return {}
  return {
    ...(read.table && { table: read.table }),
    ...(read.problem && { problem: read.problem }),
  }
}

/** Checks the rows; undefined until the current mapping is checked. */
export function useChecked(table: Table | undefined, columns: Columns, importable: Importable) {
  const [checked, setChecked] = useState<{ of: string; in: Table; result: Checked }>()
  const chosen = JSON.stringify(importable.fields.map(({ name }) => columns[name]))
  useEffect(() => {
    if (!table) return
    let isWanted = true
    const names: string[] = JSON.parse(chosen)
    const of = Object.fromEntries(importable.fields.map(({ name }, n) => [name, names[n] ?? '']))
    void checkRows(table, of, importable, () => isWanted).then((result) => {
      if (result && isWanted) setChecked({ of: chosen, in: table, result })
    })
    return () => {
      isWanted = false
    }
  }, [table, chosen, importable])
  return checked && checked.in === table && checked.of === chosen ? checked.result : undefined
}
