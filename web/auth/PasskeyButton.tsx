import { KeyRound } from 'lucide-react'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { BusyButton } from '../forms/BusyButton.tsx'
import { loadedNow } from '../loading/own-code.ts'
import { showFailure } from '../queries/failures.ts'
import { useSingleMutation } from '../queries/use-single-mutation.ts'
import { storeSession } from '../session/session-store.ts'
import { t } from '../texts/texts.ts'
import { showSuccess } from '../ui/toasts.ts'

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
