import { z } from 'zod'
import { coinTypes, deviceStatuses, deviceTypes } from './choices.ts'
import { endpoint } from './endpoint.ts'
import {
  dollars,
  email,
  id,
  listOf,
  listQuery,
  minutes,
  optionalText,
  search,
  text,
  timestamp,
  trueOrFalse,
  versionQuery,
  wholeListQuery,
} from './fields.ts'
import { limits } from './limits.ts'
import type { Problem } from './problems.ts'

/** What a new device form starts with (SPEC section 9). */
export const deviceDefaults = {
  device_type: 'washer',
  duration_minutes: 30,
  minimum_duration_minutes: 15,
  coin_type: 'quarter',
  price: 2.5,
  status: 'active',
} as const

const price = dollars(limits.priceDollarsMax)

export const Device = z.object({
  id,
  owner_id: id.nullable().describe('null for whoever may not change the device'),
  label: z.string(),
  device_number: z.string(),
  device_name: z.string().nullable(),
  device_type: z.enum(deviceTypes),
  landlord_email: z
    .string()
    .describe('Empty for whoever may not change the device, unless it is their own: see run_by'),
  landlord_accepted: z
    .boolean()
    .describe('Until the landlord that it names accepts it, only they and its owner see it'),
  run_by: z.string().describe('Name of whoever payments go to: the landlord, or else its owner'),
  location: z.string(),
  duration_minutes: z.int(),
  minimum_duration_minutes: z.int().nullable(),
  coin_type: z.enum(coinTypes),
  price: z.number(),
  status: z.enum(deviceStatuses),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Device = z.infer<typeof Device>

const deviceFields = z.strictObject({
  label: text(limits.labelMax),
  device_number: text(limits.deviceNumberMax),
  device_name: optionalText(limits.nameMax),
  device_type: z.enum(deviceTypes),
  landlord_email: email,
  location: text(limits.locationMax),
  duration_minutes: minutes,
  minimum_duration_minutes: minutes.nullish(),
  coin_type: z.enum(coinTypes).optional(),
  price,
  status: z.enum(deviceStatuses).optional(),
})
const DeviceBody = deviceFields.refine(
  ({ duration_minutes, minimum_duration_minutes }) =>
    (minimum_duration_minutes ?? 0) <= duration_minutes,
  { path: ['minimum_duration_minutes'], error: 'above_duration' satisfies Problem },
)
export type DeviceBody = z.output<typeof DeviceBody>

const sameNumber = {
  same_number: trueOrFalse
    .optional()
    .describe(
      'false: refused when another device of its owner has the same number, so that people can be asked',
    ),
}

const params = z.strictObject({ id })

export const devices = {
  list: endpoint('GET', '/devices', {
    summary: 'Devices you may see, newest first',
    may: 'signed-in',
    query: listQuery.extend({
      search: search.describe('Substring of device number, name, label or location'),
      device_type: z.enum(deviceTypes).optional(),
      status: z.enum(deviceStatuses).optional(),
    }),
    reply: listOf(Device),
  }),
  get: endpoint('GET', '/devices/:id', {
    summary: 'One device',
    may: 'signed-in',
    params,
    reply: Device,
    refusals: ['device_not_found'],
  }),
  create: endpoint('POST', '/devices', {
    summary: 'Add a device of your own',
    may: 'signed-in',
    query: z.strictObject(sameNumber),
    body: DeviceBody,
    reply: Device,
    creates: true,
    refusals: ['verification_needed', 'device_number_taken'],
  }),
  update: endpoint('PUT', '/devices/:id', {
    summary: 'Change a device; optional fields that are left out stay as they are',
    may: 'signed-in',
    params,
    query: versionQuery.extend(sameNumber),
    body: DeviceBody,
    reply: Device,
    refusals: ['device_not_found', 'not_yours', 'changed_meanwhile', 'device_number_taken'],
  }),
  listToAccept: endpoint('GET', '/devices-to-accept', {
    summary: 'Devices that name you as their landlord and wait for your answer, newest first',
    may: 'signed-in',
    query: wholeListQuery,
    reply: listOf(Device),
    refusals: ['list_too_long'],
  }),
  accept: endpoint('POST', '/devices-accept/:id', {
    summary: 'Be the landlord of a device that names you',
    may: 'signed-in',
    params,
    reply: Device,
    refusals: ['device_not_found', 'not_yours'],
  }),
  refuse: endpoint('POST', '/devices-refuse/:id', {
    summary: 'Take your name off a device: it stands in the name of its owner then',
    may: 'signed-in',
    params,
    reply: null,
    refusals: ['device_not_found', 'not_yours'],
  }),
  delete: endpoint('DELETE', '/devices/:id', {
    summary: 'Delete a device; its transactions stay',
    may: 'signed-in',
    params,
    reply: null,
    refusals: ['device_not_found', 'not_yours'],
  }),
}
