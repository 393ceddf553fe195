import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../calls/client.ts'
import { NotSent } from '../calls/connection.ts'
import { confirmDeletion } from '../ui/confirm.tsx'
import { showSuccess } from '../ui/toasts.ts'
import { useIfStillShown } from '../ui/use-if-still-shown.ts'
import { showFailure } from './failures.ts'

interface Deletion {
  id: string
  remove: () => Promise<unknown>
  /** Key of the queries to reload afterwards, except for the deleted record. */
  key: string
  title: string
  text: string
  deleted: string
  failed: string
  /** Called if the user is still on the page that asked. */
  onDeleted?: (() => void) | undefined
}

/** Deletes one record, after a confirmation. */
export function useDeletion(deletion: Deletion) {
  const { id, remove, key, title, text, deleted, failed, onDeleted } = deletion
  const queryClient = useQueryClient()
  const ifStillShown = useIfStillShown()
  const leave = () => {
    if (onDeleted) ifStillShown(onDeleted)
    void queryClient.invalidateQueries({ queryKey: [key, id], refetchType: 'none' })
  }
  const { mutate, isPending } = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      showSuccess(deleted)
      leave()
    },
    onError: (error) => {
      showFailure(failed)(error)
      // Deleted in another tab, or by a call whose answer was lost.
      if (error instanceof ApiError && error.status === 404) leave()
    },
    onSettled: (_, error) => {
      if (error instanceof NotSent) return
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === key && queryKey[1] !== id,
      })
    },
  })
  return {
    askToDelete: () => confirmDeletion({ title, text, onConfirm: mutate }),
    isDeleting: isPending,
  }
}
