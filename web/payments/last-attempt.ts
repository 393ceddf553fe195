import type { Device } from '@coinless/contract/devices.ts'
import { keep, kept } from '../ui/kept.ts'

const attemptName = 'last payment'

interface Attempt {
  key: string
  /** null: with this key it was tried at more than one device, or at other terms. */
  at: Pick<Device, 'id' | 'label' | 'device_number' | 'price' | 'duration_minutes'> | null
}

/** Notes what is paid for with a key, to name it should its answer not come. */
export function noteAttempt(key: string, device: Device): void {
  const { id, label, device_number, price, duration_minutes } = device
  const before = attemptOf(key)
  const isAnother = before && !isAgain(before, device)
  const at = isAnother ? null : { id, label, device_number, price, duration_minutes }
  keep(attemptName, JSON.stringify({ key, at } satisfies Attempt))
}

export function attemptOf(key: string): Attempt | undefined {
  const attempt: Attempt | null = JSON.parse(kept(attemptName) ?? 'null')
  return attempt?.key === key ? attempt : undefined
}

/** Whether to pay at this device now is that very payment once more. */
export function isAgain({ at }: Attempt, device: Device | undefined): boolean {
  return (
    device !== undefined &&
    at?.id === device.id &&
    at.price === device.price &&
    at.duration_minutes === device.duration_minutes
  )
}
