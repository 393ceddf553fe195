import { Alert, Tabs } from '@mantine/core'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { useAuth } from '../auth-context.tsx'
import { pageAfterSignIn } from '../paths.ts'
import { t } from '../texts/texts.ts'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { SignInFrame } from './SignInFrame.tsx'

export default function SignIn() {
  const { user } = useAuth()
  const [address] = useSearchParams()
  const isExpired = useLocation().hash === '#expired'
  if (user) return <Navigate to={pageAfterSignIn(address)} replace />
  return (
    <SignInFrame
      title={t('auth.title')}
      hint={t('shell.tagline')}
      notice={isExpired && <Alert color="yellow" title={t('shell.sessionExpired')} />}
    >
      <Tabs defaultValue="login" keepMounted={false}>
        <Tabs.List grow mb="md">
          <Tabs.Tab value="login">{t('auth.login')}</Tabs.Tab>
          <Tabs.Tab value="register">{t('auth.register')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="login">
          <LoginForm />
        </Tabs.Panel>
        <Tabs.Panel value="register">
          <RegisterForm />
        </Tabs.Panel>
      </Tabs>
    </SignInFrame>
  )
}
