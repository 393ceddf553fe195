import type { User } from '@coinless/contract/users.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { t } from '../../shared/texts/texts.ts'
import { confirmDeletion } from '../../shared/ui/confirm.tsx'
import { addressOf } from '../../shared/ui/formats.ts'
import { showSuccess } from '../../shared/ui/toasts.ts'

/** Ends all sessions of a user, after confirmation. */
export function useSignOut(user: User) {
  const queryClient = useQueryClient()
  const email = addressOf(user.email)
  const signOut = useMutation({
    mutationFn: () => call(calls.adminUsers.endSessions, { params: { id: user.id } }),
    onSuccess: () => {
      showSuccess(t('admin.signedOut', { email }))
      void queryClient.invalidateQueries({ queryKey: ['users', user.id] })
    },
    onError: showFailure(t('admin.signOutFailed')),
  })
  return {
    isSigningOut: signOut.isPending,
    askToSignOut: () =>
      confirmDeletion({
        title: t('admin.signOutTitle'),
        text: t('admin.signOutText', { email }),
        confirmLabel: t('admin.signOutConfirm'),
        onConfirm: () => signOut.mutate(),
      }),
  }
}
