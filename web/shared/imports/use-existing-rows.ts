import type { SkippedRow } from '@coinless/contract/imports.ts'
import { useEffect, useState } from 'react'
import type { Checked } from './check-rows.ts'
import type { Importable } from './importable.ts'
import { knownRows } from './send-rows.ts'

/** Rows that exist already; 'failed' if they cannot be determined. */
export type ExistingRows = 'asked' | 'failed' | readonly SkippedRow[]

/** Finds existing rows of a file before the import. */
export function useExistingRows(
  checked: Checked | undefined,
  importable: Importable,
): ExistingRows {
  const [answer, setAnswer] = useState<{ to: Checked; known: ExistingRows }>()
  useEffect(() => {
    if (!checked) return
    const leaving = new AbortController()
    knownRows(importable, checked.fitting, leaving.signal)
      .catch((): ExistingRows => 'failed')
      .then((known) => !leaving.signal.aborted && setAnswer({ to: checked, known }))
    return () => leaving.abort()
  }, [checked, importable])
  return answer && answer.to === checked ? answer.known : 'asked'
}
