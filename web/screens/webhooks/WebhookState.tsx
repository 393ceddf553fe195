import type { Webhook } from '@coinless/contract/webhooks.ts'
import { Badge } from '@mantine/core'
import { t } from '../../shared/texts/texts.ts'
import { label } from '../../shared/ui/formats.ts'

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { is_enabled, failing_since } = webhook
  const [color, text] = is_enabled
    ? failing_since
      ? ['yellow', t('webhooks.fails')]
      : ['green', label('enabled')]
    : ['red', label('disabled')]
  return (
    <Badge miw="max-content" variant="dot" color={color} tt="none">
      {text}
    </Badge>
  )
}
