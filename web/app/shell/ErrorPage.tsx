import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { t } from '../../shared/texts/texts.ts'
import { useTitle } from '../../shared/ui/use-title.ts'

/** Shown if a screen failed to load or render, for example after an update of the server. */
export function ErrorPage() {
  useTitle(t('shell.brokenTitle'))
  return (
    <Center component="main" id="main" tabIndex={-1} mih="100vh" p="md">
      <Stack align="center">
        <Title order={1} size="h3">
          {t('shell.brokenTitle')}
        </Title>
        <Text c="dimmed">{t('shell.brokenHint')}</Text>
        <Button onClick={() => window.location.reload()}>{t('shell.reload')}</Button>
      </Stack>
    </Center>
  )
}
