import { Alert, Stack, Text } from '@mantine/core'
import { MailCheck } from 'lucide-react'
import { useUser } from './auth-context.tsx'
import { LazyProof } from './LazyProof.tsx'
import { isStaff } from './rights.ts'

interface ProofNeededProps {
  /** Sentence that explains why a verified address is required. */
  why: string
}

/** Asks for the mailed code where an action requires a verified address. */
export function ProofNeeded({ why }: ProofNeededProps) {
  const user = useUser()
  // Only owners can verify their own address.
  if (user.email_verified || user.is_guest || isStaff(user)) return null
  return (
    <Alert color="yellow" icon={<MailCheck aria-hidden />} className="screen-only">
      <Stack gap="xs">
        <Text size="sm">{why}</Text>
        <LazyProof />
      </Stack>
    </Alert>
  )
}
