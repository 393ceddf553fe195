import type { CodeChoice } from '@coinless/contract/payments.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { labelOfCode } from '../../shared/codes/code-label.ts'
import { t } from '../../shared/texts/texts.ts'
import { money } from '../../shared/ui/formats.ts'

interface WayOnProps {
  /** Why the code did not pay. */
  sentence: string
  runBy: string | undefined
  other: CodeChoice | undefined
  take: (code: CodeChoice) => void
  payByCard: (() => void) | undefined
  /** Link to a top-up, if the balance is too low. */
  topUp: ReactNode
}

/** Next steps after a code did not pay. A toast has said it, too. */
export function NextStep({ sentence, runBy, other, take, payByCard, topUp }: WayOnProps) {
  return (
    <Stack gap="xs">
      <Text size="sm" c="var(--mantine-color-error)">
        {sentence}
      </Text>
      <Group gap="xs">
        {other && (
          <Button size="xs" variant="default" onClick={() => take(other)}>
            {t('payments.useOther', {
              name: labelOfCode(other),
              amount: money(other.remaining_balance),
            })}
          </Button>
        )}
        {topUp}
        {payByCard && (
          <Button size="xs" variant="default" onClick={payByCard}>
            {t('payments.payByCard')}
          </Button>
        )}
        {runBy && <Text size="sm">{t('payments.askWhoever', { name: runBy })}</Text>}
      </Group>
    </Stack>
  )
}
