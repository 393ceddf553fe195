import type { DeviceState } from '@coinless/contract/device-states.ts'

type Shown = Partial<Pick<DeviceState, 'held_until' | 'is_held_for_you'>>

/** Whether an available machine takes payments of another account only. */
export function isHeldForAnother({ held_until, is_held_for_you }: Shown): boolean {
  return Boolean(held_until) && !is_held_for_you
}
