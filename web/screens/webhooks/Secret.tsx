import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { Copy } from 'lucide-react'
import { t } from '../../shared/texts/texts.ts'
import { copyText } from '../../shared/ui/copy-text.ts'

/** Shown once. */
export function Secret({ secret }: { secret: string }) {
  const says = { copied: t('webhooks.copied'), failed: t('webhooks.copyFailed') }
  return (
    <Stack>
      <Alert color="yellow">{t('webhooks.shownOnce')}</Alert>
      <div>
        <Group justify="space-between" wrap="nowrap" mb={4}>
          <Text size="sm" fw={600}>
            {t('webhooks.secret')}
          </Text>
          <Button
            size="compact-sm"
            flex="none"
            variant="subtle"
            leftSection={<Copy size={14} />}
            onClick={() => void copyText(secret, says)}
          >
            {t('webhooks.copy')}
          </Button>
        </Group>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {secret}
        </Code>
      </div>
    </Stack>
  )
}
