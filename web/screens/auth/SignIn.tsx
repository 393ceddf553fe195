import { Alert, Card, Tabs } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import { useAuth } from '../../shared/account/auth-context.tsx'
import { awaited } from '../../shared/loading/own-code.ts'
import { isAtMachine, pageAfterSignIn, stickerOf } from '../../shared/navigation/paths.ts'
import { closeNotice, currentNotice } from '../../shared/session/notice.ts'
import { browserStorage } from '../../shared/storage/storage.ts'
import { t } from '../../shared/texts/texts.ts'
import { showSuccess } from '../../shared/ui/toasts.ts'
import { GuestOffer } from './GuestOffer.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { forgetTyped, typedBefore } from './signing-in.ts'

const ScannedMachine = lazy(() => awaited(() => import('./ScannedMachine.tsx')))

export default function SignIn() {
  const { user } = useAuth()
  const [address] = useSearchParams()
  const notice = currentNotice()
  const [isStored] = useState(() => browserStorage.isLasting())
  useEffect(() => {
    if (notice === 'signed-out') showSuccess(t('shell.loggedOut'))
    if (notice === 'signed-out' || user) closeNotice()
    if (user) forgetTyped()
  }, [notice, user])
  const next = pageAfterSignIn(address)
  const sticker = stickerOf(next)
  const [areGuestsFirst, setGuestsFirst] = useState(() => isAtMachine(next))
  // One main button: that for guests, where they are welcome.
  const variant = areGuestsFirst ? 'light' : 'filled'
  if (user) return <Redirect to={next} replace />
  return (
    <SignInFrame
      title={t('auth.title')}
      hint={sticker === null ? t('shell.tagline') : undefined}
      notice={
        <>
          {sticker !== null && (
            <Suspense fallback={<Card withBorder mih="10rem" aria-busy />}>
              <ScannedMachine number={sticker} />
            </Suspense>
          )}
          {notice === 'expired' && <Alert color="yellow" title={t('shell.sessionExpired')} />}
          {notice === 'account-closed' && (
            <Alert color="green" title={t('auth.accountClosed')}>
              {t('auth.accountClosedHint')}
            </Alert>
          )}
          {!isStored && (
            <Alert color="yellow" title={t('auth.notStored')}>
              {t('auth.notStoredHint')}
            </Alert>
          )}
          {isAtMachine(next) && <GuestOffer answered={setGuestsFirst} />}
        </>
      }
    >
      <Tabs defaultValue={typedBefore().form} keepMounted={false}>
        <Tabs.List grow mb="md">
          <Tabs.Tab value="login">{t('auth.login')}</Tabs.Tab>
          <Tabs.Tab value="register">{t('auth.register')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="login">
          <LoginForm variant={variant} />
        </Tabs.Panel>
        <Tabs.Panel value="register">
          <RegisterForm variant={variant} />
        </Tabs.Panel>
      </Tabs>
    </SignInFrame>
  )
}
