import type { Device } from '@coinless/contract/devices.ts'
import { keep, kept } from '../ui/kept.ts'

const attemptName = 'last payment'

interface Attempt {
  key: string
  at: Pick<Device, 'label' | 'device_number'>
}

/** Notes what is paid for with a key, to name it should its answer not come. */
export function noteAttempt(key: string, { label, device_number }: Device): void {
  keep(attemptName, JSON.stringify({ key, at: { label, device_number } } satisfies Attempt))
}

export function attemptOf(key: string): Attempt | undefined {
  const attempt: Attempt | null = JSON.parse(kept(attemptName) ?? 'null')
  return attempt?.key === key ? attempt : undefined
}
