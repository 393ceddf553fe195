import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { Link } from 'react-router'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { paths } from '../navigation/paths.ts'
import { t } from '../texts/texts.ts'
import { useUser } from './auth-context.tsx'

/** Whether codes were issued to the person's address, which they have not verified yet. */
export function useCodesWait(): boolean {
  const { email_verified, is_guest } = useUser()
  const { data } = useQuery({
    queryKey: ['prepaid-codes', 'waiting'],
    queryFn: ({ signal }) => call(calls.me.waitingCodes, { signal }),
    enabled: !email_verified && !is_guest,
  })
  return !email_verified && data?.codes_wait === true
}

export function WaitingCodes() {
  const { email } = useUser()
  if (!useCodesWait()) return null
  return (
    <Alert color="yellow" icon={<Ticket aria-hidden />} title={t('waiting.title')}>
      <Stack align="start" gap="xs">
        <Text size="sm">{t('waiting.text', { email })}</Text>
        <Button component={Link} to={paths.verification} size="xs" variant="default">
          {t('waiting.verify')}
        </Button>
      </Stack>
    </Alert>
  )
}
