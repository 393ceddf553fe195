import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showFailure } from './failures.ts'
import { confirmDeletion } from './ui/confirm.tsx'
import { showSuccess } from './ui/toasts.ts'

interface Deletion {
  remove: () => Promise<unknown>
  /** What is loaded anew afterwards. */
  key: string
  title: string
  text: string
  deleted: string
  failed: string
  onDeleted?: (() => void) | undefined
}

/** Deletes one thing, after a question. */
export function useDeletion({ remove, key, title, text, deleted, failed, onDeleted }: Deletion) {
  const queryClient = useQueryClient()
  const deletion = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      showSuccess(deleted)
      onDeleted?.()
      void queryClient.invalidateQueries({ queryKey: [key] })
    },
    onError: showFailure(failed),
  })
  return {
    askToDelete: () => confirmDeletion({ title, text, onConfirm: deletion.mutate }),
    isDeleting: deletion.isPending,
  }
}
