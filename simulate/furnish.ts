import { controllers } from '@coinless/contract/controllers.ts'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import { devices } from '@coinless/contract/devices.ts'
import type { ApiCaller } from './api-caller.ts'

export const simulatedTerms = {
  duration_minutes: 30,
  minimum_duration_minutes: 5,
  price: 3,
} as const

/** A controller with one machine on each of its channels. */
export interface Furnished {
  credential: string
  deviceIds: string[]
}

/** Adds a controller and its machines through the API, as their landlord. */
export async function furnish(
  landlord: ApiCaller,
  name: string,
  channels: number,
): Promise<Furnished> {
  const body = { name, driver: 'coinless' } as const
  const { id: controller_id, credential } = await landlord.call(controllers.create, { body })
  const deviceIds: string[] = []
  for (let channel = 1; channel <= channels; channel++) {
    const device = await landlord.call(devices.create, {
      body: {
        label: `Simulated machine ${channel}`,
        device_number: `${name}-${channel}`,
        device_type: 'washer',
        landlord_email: landlord.email,
        location: name,
        ...simulatedTerms,
      },
    })
    await landlord.call(deviceLinks.create, {
      params: { id: device.id },
      body: { controller_id, channel, switching: 'relay' },
    })
    deviceIds.push(device.id)
  }
  return { credential, deviceIds }
}
