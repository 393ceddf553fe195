import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { Text } from '@mantine/core'

/** Shown to the issuer below a code: its customer and its tag. */
export function CodeOwner({ code }: { code: PrepaidCode }) {
  const { customer_name, customer_email, tag } = code
  const facts = [customer_name ?? customer_email, tag].filter(Boolean)
  if (facts.length === 0) return null
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {facts.join(' · ')}
    </Text>
  )
}
