import { countedUp } from '@coinless/contract/count-up.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type MouseEvent, useRef } from 'react'
import { calls } from '../../shared/calls/calls.ts'
import { call } from '../../shared/calls/client.ts'
import type { DeviceInput } from './device-input.ts'

/**
 * Values of the next device in a series: same values with the next number. Without an answer, the number is guessed.
 */
export async function nextDevice(device: DeviceInput): Promise<DeviceInput> {
  const { device_number } = device
  const next = await call(calls.devices.nextNumber, { query: { device_number } }).catch(() => ({
    device_number: countedUp(device_number, 1, limits.deviceNumberMax),
    steps: 1,
  }))
  const label = /\d/.test(device.label)
    ? countedUp(device.label, next.steps, limits.labelMax)
    : device.label
  return { ...device, label, device_number: next.device_number }
}

/** Lets a form continue with the next device after saving, instead of leaving. */
export function useAnother() {
  const isAsked = useRef(false)
  const isWanted = useRef(false)
  const next = useRef<DeviceInput>(undefined)
  return {
    /** Ignores the second click of a double click: the form may hold the next device by then. */
    submit: ({ currentTarget, detail }: MouseEvent<HTMLButtonElement>) => {
      if (detail > 1) return
      isAsked.current = true
      currentTarget.form?.requestSubmit()
    },
    submitted: () => {
      isWanted.current = isAsked.current
      isAsked.current = false
    },
    prepare: async (saved: DeviceInput) => {
      next.current = isWanted.current ? await nextDevice(saved) : undefined
    },
    next: () => next.current,
  }
}
