import type { Device } from '@coinless/contract/devices.ts'
import { useState } from 'react'
import type { ShownState } from '../../shared/live/live-queries.ts'

/**
 * State of the chosen machine while it takes no payment. One that was available on arrival stays payable: the payer may
 * be typing or paying, and their own payment starts it.
 */
export function useBusyMachine(device: Device | undefined, now: ShownState | undefined) {
  const [available, setAvailable] = useState<string>()
  const isTaking = now !== undefined && now.takes_payment !== false
  const seen = isTaking ? device?.id : available
  const known = device ? seen : undefined
  if (known !== available) setAvailable(known)
  return device && now && !isTaking && known !== device.id ? { device, now } : undefined
}
