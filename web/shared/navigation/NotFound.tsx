import { Anchor, Center, Stack, Text, Title } from '@mantine/core'
import { Link } from '../router/Link.tsx'
import { t } from '../texts/texts.ts'
import { useTitle } from '../ui/use-title.ts'

export default function NotFound() {
  useTitle(t('shell.notFoundTitle'))
  return (
    <Center component="main" id="main" tabIndex={-1} mih="100vh" p="md">
      <Stack align="center" gap="xs">
        <Text fz={64} fw={800} lh={1} c="dimmed">
          404
        </Text>
        <Title order={1} size="h3" ta="center">
          {t('shell.notFound')}
        </Title>
        <Anchor component={Link} to="/">
          {t('shell.home')}
        </Anchor>
      </Stack>
    </Center>
  )
}
