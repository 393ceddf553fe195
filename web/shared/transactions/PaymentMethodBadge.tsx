import type { Transaction } from '@coinless/contract/transactions.ts'
import { Badge } from '@mantine/core'
import { CreditCard, Ticket } from 'lucide-react'
import { label } from '../ui/formats.ts'

export function PaymentMethodBadge({ method }: { method: Transaction['payment_method'] }) {
  const Icon = method === 'credit_card' ? CreditCard : Ticket
  return (
    <Badge
      miw="max-content"
      variant="default"
      tt="none"
      leftSection={<Icon size={12} aria-hidden />}
    >
      {label(method)}
    </Badge>
  )
}
