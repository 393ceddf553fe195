import { useMutation } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import type { Action } from '../actions/action.ts'
import type { Call } from '../calls/calls.ts'
import { download } from '../calls/client.ts'
import { showFailure } from '../queries/failures.ts'
import { t } from '../texts/texts.ts'

interface FileExportOptions {
  target: Call
  query: Record<string, string | boolean | undefined>
  fileName: string
}

/** Exports the rows of a list to a file. */
export function useFileExport({ target, query, fileName }: FileExportOptions) {
  /** Share of the file, from 0 to 1. */
  const [done, setDone] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(target, { query }, fileName, setDone),
    onMutate: () => setDone(0),
    onError: showFailure(t('import.exportFailed')),
  })
  return { save: () => mutate(), isPending, done }
}

export type FileExport = ReturnType<typeof useFileExport>

/** @param to address of the import screen */
export function fileActions(to: string, { save }: FileExport): Action[] {
  return [
    { text: t('import.fromFile'), Icon: Upload, does: to },
    { text: t('audit.export'), Icon: Download, does: save },
  ]
}
