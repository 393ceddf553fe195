import type { WithCredential } from '@coinless/contract/controllers.ts'
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { Copy } from 'lucide-react'
import { t } from '../../shared/texts/texts.ts'
import { copyText } from '../../shared/ui/copy-text.ts'
import { linesFor } from './lines-to-type.ts'

/** Shows once the credential and the settings to enter on the controller. */
export function Credential({ controller }: { controller: WithCredential }) {
  const blocks = linesFor(controller, location.origin)
  if (blocks.length === 0) return <Text>{t('controllers.about.simulated')}</Text>
  return (
    <Stack>
      <Alert color="yellow">{t('controllers.shownOnce')}</Alert>
      <Lines title={t('field.credential')} text={controller.credential} />
      {blocks.map(({ kind, text }) => (
        <Lines key={kind} title={t(`controllers.lines.${kind}`)} text={text} />
      ))}
    </Stack>
  )
}

function Lines({ title, text }: { title: string; text: string }) {
  const says = { copied: t('controllers.copied'), failed: t('controllers.copyFailed') }
  return (
    <div>
      <Group justify="space-between" align="start" wrap="nowrap" mb={4}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Button
          size="compact-sm"
          flex="none"
          variant="subtle"
          leftSection={<Copy size={14} />}
          aria-label={t('controllers.copyOne', { title })}
          onClick={() => void copyText(text, says)}
        >
          {t('controllers.copy')}
        </Button>
      </Group>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Code>
    </div>
  )
}
