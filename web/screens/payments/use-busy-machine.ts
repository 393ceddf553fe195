import type { Device } from '@coinless/contract/devices.ts'
import { useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import { isHeldForAnother } from '../../shared/live/held-for-another.ts'
import type { ShownState } from '../../shared/live/live-queries.ts'
import { paying } from './use-payment.tsx'

/**
 * State of the chosen machine while it takes no payment. One that was available on arrival stays payable, and one that
 * is being paid at: the payer may be typing or paying, and their own payment starts it. Once it has refused a payment
 * because it is held for another, it is busy as soon as its state says so.
 */
export function useBusyMachine(device: Device | undefined, now: ShownState | undefined) {
  const [available, setAvailable] = useState<string>()
  const [paidAt, setPaidAt] = useState<string>()
  const [refusedAt, setRefusedAt] = useState<string>()
  const isPaying = useIsMutating({ mutationKey: ['money', paying] }) > 0
  const payingAt = isPaying ? (paidAt ?? device?.id) : undefined
  if (payingAt !== paidAt) setPaidAt(payingAt)
  const isTaking = now !== undefined && now.takes_payment !== false && !isHeldForAnother(now)
  const isOpen = isTaking || payingAt === device?.id
  const before = refusedAt === device?.id ? undefined : available
  const known = device && (isOpen ? device.id : before)
  if (known !== available) setAvailable(known)
  const isBusy = device && now && !isTaking && known !== device.id
  if (isBusy && refusedAt === device.id) setRefusedAt(undefined)
  return {
    busy: isBusy ? { device, now } : undefined,
    refused: () => setRefusedAt(payingAt ?? device?.id),
  }
}
