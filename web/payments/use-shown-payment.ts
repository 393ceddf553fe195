import type { Device } from '@coinless/contract/devices.ts'
import type { CardPayment } from '@coinless/contract/payments.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

/** The payment or cycle in the address, and what follows a payment made on this page. */
export function useShownPayment(choose: (device: null) => void) {
  const [address, setAddress] = useSearchParams()
  const cycleId = address.get('cycle')
  const [paidHere, setPaidHere] = useState<string>()
  const showCycle = (cycle: string) => setAddress({ cycle }, { replace: true })

  function onPaid(at: Device, cycle: string | undefined) {
    if (!isChosen(at)) return
    setPaidHere(cycle)
    if (cycle) showCycle(cycle)
    else choose(null)
  }

  function onPending({ id, cycle_id }: CardPayment, at: Device) {
    if (!isChosen(at)) return false
    if (cycle_id) onPaid(at, cycle_id)
    else setAddress({ card: id })
    return true
  }

  return {
    cardPaymentId: address.get('card'),
    cycleId,
    isPaidHere: cycleId === paidHere,
    setAddress,
    showCycle,
    onPaid,
    onPending,
  }
}

/** Uses the address, because a device chosen since may not be drawn yet. */
function isChosen({ id }: Device): boolean {
  return new URLSearchParams(window.location.search).get('device') === id
}
