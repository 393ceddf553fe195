import { Alert, Stack, Text } from '@mantine/core'
import { MailCheck } from 'lucide-react'
import { useUser } from './auth-context.tsx'
import { LaterProof } from './LaterProof.tsx'
import { isStaff } from './may.ts'

interface ProofNeededProps {
  /** What an address is verified for, in a sentence. */
  why: string
}

/** Where something takes a verified address: the code for it is typed right there. */
export function ProofNeeded({ why }: ProofNeededProps) {
  const user = useUser()
  // The address of an owner is theirs to verify.
  if (user.email_verified || user.is_guest || isStaff(user)) return null
  return (
    <Alert color="yellow" icon={<MailCheck aria-hidden />} className="screen-only">
      <Stack gap="xs">
        <Text size="sm">{why}</Text>
        <LaterProof />
      </Stack>
    </Alert>
  )
}
