import { KeyRound } from 'lucide-react'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import { BusyButton } from '../../shared/forms/BusyButton.tsx'
import { loadedNow } from '../../shared/loading/own-code.ts'
import { showFailure } from '../../shared/queries/failures.ts'
import { useSingleMutation } from '../../shared/queries/use-single-mutation.ts'
import { storeSession } from '../../shared/session/session-store.ts'
import { t } from '../../shared/texts/texts.ts'
import { showSuccess } from '../../shared/ui/toasts.ts'

/** Shown only if the browser supports passkeys at this address. */
export function PasskeyButton() {
  const signingIn = useSingleMutation({
    mutationKey: ['sign in', 'passkey'],
    mutationFn: async () => {
      const { startAuthentication } = await loadedNow(() => import('@simplewebauthn/browser'))
      const options = await call(calls.passkeys.signInOptions)
      const credential = await startAuthentication({ optionsJSON: options as never })
      return call(calls.passkeys.signIn, { body: { credential: { ...credential } } })
    },
    onSuccess: (answer) => {
      storeSession(answer)
      showSuccess(t('auth.loggedIn'))
    },
    onError: showFailure(t('auth.passkeyFailed')),
  })
  if (!window.PublicKeyCredential) return null
  return (
    <BusyButton
      variant="default"
      leftSection={<KeyRound size={16} aria-hidden />}
      isBusy={signingIn.isPending}
      onClick={() => signingIn.mutate()}
    >
      {t('auth.passkey')}
    </BusyButton>
  )
}
