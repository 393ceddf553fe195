import type { Device } from '@coinless/contract/devices.ts'
import { getForAccount, setForAccount } from '../../shared/ui/account-storage.ts'

const storedName = 'last payment'

interface LastPaymentMade {
  key: string
  at: Pick<Device, 'id' | 'label' | 'device_number'>
}

/** Stores the device that a key pays for, to name it if the answer is lost. */
export function noteLastPayment(key: string, { id, label, device_number }: Device): void {
  setForAccount(
    storedName,
    JSON.stringify({ key, at: { id, label, device_number } } satisfies LastPaymentMade),
  )
}

export function lastPaymentMade(key: string): LastPaymentMade | undefined {
  const made: LastPaymentMade | null = JSON.parse(getForAccount(storedName) ?? 'null')
  return made?.key === key ? made : undefined
}
