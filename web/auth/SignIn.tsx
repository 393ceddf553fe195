import { Alert, Card, Center, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { t } from 'i18next'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { useAuth } from '../auth-context.tsx'
import { pageAfterSignIn } from '../paths.ts'
import { LanguageSwitch } from '../shell/LanguageSwitch.tsx'
import { Logo } from '../shell/Logo.tsx'
import { useTitle } from '../ui/use-title.ts'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'

export default function SignIn() {
  useTitle(t('auth.title'))
  const { user } = useAuth()
  const [address] = useSearchParams()
  const isExpired = useLocation().hash === '#expired'
  if (user) return <Navigate to={pageAfterSignIn(address)} replace />
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack w="100%" maw={400}>
        <Group justify="center" gap="sm">
          <Logo />
          <Title order={1} size="h2">
            Coinless
          </Title>
        </Group>
        <Text ta="center" c="dimmed">
          {t('shell.tagline')}
        </Text>
        {isExpired && <Alert color="yellow" title={t('shell.sessionExpired')} />}
        <Card withBorder p="lg">
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
        </Card>
        <LanguageSwitch />
      </Stack>
    </Center>
  )
}
