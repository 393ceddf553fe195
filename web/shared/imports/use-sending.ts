import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSingleMutation } from '../queries/use-single-mutation.ts'
import type { Checked } from './check-rows.ts'
import type { Importable } from './importable.ts'
import { type Progress, sendRows } from './send-rows.ts'

/** Sends the rows of a file and resumes where it stopped. Leaving the screen stops it after the current chunk. */
export function useSending(
  importable: Importable,
  { done, failed }: { done: () => void; failed: (error: unknown) => void },
) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const sending = useSingleMutation({
    mutationKey: ['import', importable.noun],
    mutationFn: ({ fitting, faulty }: Checked) => {
      const none = { done: 0, created: 0, left: [], leftOut: faulty }
      const before = progress ?? { total: fitting.length, ...none }
      setProgress(before)
      return sendRows(importable, fitting, before, setProgress, () => isHere.current)
    },
    onSuccess: ({ done: sent, total }) => {
      if (sent === total && isHere.current) done()
    },
    onError: failed,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: importable.queryKey }),
  })
  return { ...sending, progress, reset: () => setProgress(undefined) }
}
