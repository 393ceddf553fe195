import { Alert, Stack, Text } from '@mantine/core'
import { MailCheck } from 'lucide-react'
import { useUser } from './auth-context.tsx'
import { LaterProof } from './LaterProof.tsx'

interface ProofNeededProps {
  /** What an address is verified for, in a sentence. */
  why: string
}

/** Where something takes a verified address: the code for it is typed right there. */
export function ProofNeeded({ why }: ProofNeededProps) {
  const { email_verified, is_guest } = useUser()
  if (email_verified || is_guest) return null
  return (
    <Alert color="yellow" icon={<MailCheck aria-hidden />} className="screen-only">
      <Stack gap="xs">
        <Text size="sm">{why}</Text>
        <LaterProof />
      </Stack>
    </Alert>
  )
}
