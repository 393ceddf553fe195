import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { Text } from '@mantine/core'

/** Below a code, for its issuer: whom it is for, and by what it is sorted. */
export function WhoseCode({ code }: { code: PrepaidCode }) {
  const { customer_name, customer_email, tag } = code
  const facts = [customer_name ?? customer_email, tag].filter(Boolean)
  if (facts.length === 0) return null
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {facts.join(' · ')}
    </Text>
  )
}
