import type { CodeBatchState } from '@coinless/contract/prepaid-code-batches.ts'
import { Alert, Anchor, List, Progress, Stack, Text } from '@mantine/core'
import { paths } from '../../shared/navigation/paths.ts'
import { Link } from '../../shared/router/Link.tsx'
import { t } from '../../shared/texts/texts.ts'
import { number } from '../../shared/ui/formats.ts'

/** Whether any mails are still to be sent. */
export function mailsLeave(batch: CodeBatchState | undefined): boolean {
  if (!batch) return false
  const { asked, sent, refused } = batch.mails
  return sent + refused < asked
}

export function BatchMails({ batch }: { batch: CodeBatchState }) {
  const { asked, sent, refused } = batch.mails
  if (asked === 0) return null
  const label = t('batches.mailsSent', { sent: number(sent), asked: number(asked) })
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {label}
      </Text>
      {mailsLeave(batch) && <Progress value={(100 * sent) / asked} aria-label={label} />}
      {refused > 0 && (
        <Alert color="yellow" title={t('batches.mailsRefused', { count: refused })}>
          <List size="sm">
            {batch.refused_mails.map(({ prepaid_code_id, customer_email }) => (
              <List.Item key={prepaid_code_id}>
                <Anchor component={Link} size="sm" to={paths.prepaidCode(prepaid_code_id)}>
                  {customer_email}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  )
}
