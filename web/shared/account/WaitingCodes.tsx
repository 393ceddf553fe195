import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { calls } from '../calls/calls.ts'
import { call } from '../calls/client.ts'
import { t } from '../texts/texts.ts'
import { usePerson, useUser } from './auth-context.tsx'
import { LazyProof } from './LazyProof.tsx'
import { isStaff } from './rights.ts'

/** Whether codes were issued to the user's unverified address. */
export function useCodesWait(): boolean {
  const { email_verified, is_guest } = usePerson()
  const { data } = useQuery({
    queryKey: ['prepaid-codes', 'waiting'],
    queryFn: ({ signal }) => call(calls.me.waitingCodes, { signal }),
    enabled: !email_verified && !is_guest,
  })
  return !email_verified && data?.codes_wait === true
}

export function WaitingCodes() {
  const isOfOwner = isStaff(useUser())
  if (!useCodesWait() || isOfOwner) return null
  return (
    <Alert color="yellow" icon={<Ticket aria-hidden />} title={t('waiting.title')}>
      <Stack gap="xs">
        <Text size="sm">{t('waiting.text')}</Text>
        <LazyProof />
      </Stack>
    </Alert>
  )
}
