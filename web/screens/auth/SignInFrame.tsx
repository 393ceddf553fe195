import { Anchor, Card, Center, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { LanguageSwitch } from '../../shared/loading/LanguageSwitch.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { Logo } from '../../shared/ui/Logo.tsx'
import { useTitle } from '../../shared/ui/use-title.ts'

interface SignInFrameProps {
  title: string
  hint: string | undefined
  /** Shown above the card. */
  notice?: ReactNode
  children: ReactNode
}

/** Wraps the screens for signed-out users. */
export function SignInFrame({ title, hint, notice, children }: SignInFrameProps) {
  useTitle(title)
  return (
    <Center component="main" id="main" tabIndex={-1} mih="100vh" p="md">
      <Stack w="100%" maw={400}>
        <Group justify="center" gap="sm">
          <Logo />
          <Title order={1} size="h2">
            Coinless
          </Title>
        </Group>
        {hint && (
          <Text ta="center" c="dimmed">
            {hint}
          </Text>
        )}
        {notice}
        <Card withBorder p="lg">
          {children}
        </Card>
        <LanguageSwitch />
        <Text ta="center" size="sm">
          <Anchor component={Link} to={paths.help}>
            {t('shell.help')}
          </Anchor>
        </Text>
      </Stack>
    </Center>
  )
}
