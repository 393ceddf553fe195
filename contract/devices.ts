import { z } from 'zod'
import { deviceStatuses, deviceTypes } from './choices.ts'
import { coinTypes } from './coins.ts'
import { minimumHint } from './device-defaults.ts'
import { type DeviceFieldName, deviceFields } from './device-fields.ts'
import { deviceFilters, own, verified } from './device-filters.ts'
import { Offer, PriceListBody } from './device-prices.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import {
  amountUpTo,
  email,
  id,
  listOf,
  listQuery,
  minutes,
  optionalText,
  text,
  timestamp,
  trueOrFalse,
  versionQuery,
  wholeListQuery,
} from './fields.ts'
import { importOf, importPreview, importReport } from './imports.ts'
import { limits } from './limits.ts'
import { publicOrigin } from './public-origin.ts'
import { quotaRefusals } from './quotas.ts'
import { readableWith } from './rights.ts'
import { deviceNumber, stickerNumber } from './typed-fields.ts'

const price = amountUpTo(limits.priceMax)

export const Device = z.object({
  id,
  ...readableWith('read_devices', {
    owner_id: id.nullable().describe('null if you cannot change the device'),
    label: z.string(),
    device_number: z.string(),
    device_name: z.string().nullable(),
    device_type: z.enum(deviceTypes),
    landlord_email: z
      .string()
      .describe('Empty if you cannot change the device, unless it is your own address. See run_by'),
    landlord_accepted: z
      .boolean()
      .describe('Only the owner and the named landlord see the device until the landlord accepts'),
    run_by: z.string().describe('Name of the payee: the landlord, or the owner if there is none'),
    sticker_number: z
      .string()
      .describe('Nine-digit sticker number. The last digit is a check digit. It never changes'),
    location: z.string(),
    duration_minutes: z.int(),
    minimum_duration_minutes: z.int().nullable(),
    coin_type: z.enum(coinTypes),
    price: z.number(),
    offers: z
      .array(Offer)
      .nullable()
      .describe("Current offers. null: always the device's price and duration"),
    status: z.enum(deviceStatuses),
    created_at: timestamp,
    updated_at: timestamp,
  }),
})
export type Device = z.infer<typeof Device>

/** Data on the sticker of a device. */
export const Sticker = Device.pick({
  id: true,
  label: true,
  device_number: true,
  sticker_number: true,
  location: true,
  duration_minutes: true,
  price: true,
}).extend({
  programmes: z.int().describe('Number of programmes'),
  lowest_price: z.number().describe('Lowest price of any programme at any time'),
  has_one_price: z.boolean().describe('Whether the price is the same for all programmes and times'),
})
export type Sticker = z.infer<typeof Sticker>

const changeable = z.strictObject({
  label: text(deviceFields.label.max),
  device_number: deviceNumber,
  device_name: optionalText(deviceFields.device_name.max),
  device_type: z.enum(deviceTypes),
  landlord_email: email,
  location: text(deviceFields.location.max),
  duration_minutes: minutes,
  minimum_duration_minutes: minutes.nullish().describe(minimumHint),
  coin_type: z.enum(coinTypes).optional(),
  price,
  status: z.enum(deviceStatuses).optional(),
} satisfies Record<DeviceFieldName, z.ZodType>)
const isMinimumWithin = ({ duration_minutes, minimum_duration_minutes }: Minutes) =>
  (minimum_duration_minutes ?? 0) <= duration_minutes
type Minutes = Pick<z.output<typeof changeable>, 'duration_minutes' | 'minimum_duration_minutes'>
const aboveDuration = {
  path: ['minimum_duration_minutes'],
  error: 'above_duration' satisfies Problem,
}

const DeviceBody = changeable.refine(isMinimumWithin, aboveDuration)
export type DeviceBody = z.output<typeof DeviceBody>

/** A new device may come with all its prices. */
const NewDevice = changeable
  .extend({
    prices: PriceListBody.nullish().describe(
      "Programmes, times of the week and planned prices. The first programme has the device's price and duration. null: price and duration only",
    ),
  })
  .refine(isMinimumWithin, aboveDuration)
  .refine(
    ({ price, duration_minutes, prices }) => {
      const first = prices?.programmes[0]
      return !first || (first.price === price && first.duration_minutes === duration_minutes)
    },
    { path: ['prices'], error: 'not_the_first_programme' satisfies Problem },
  )
export type NewDevice = z.output<typeof NewDevice>

const sameNumber = {
  same_number: trueOrFalse
    .optional()
    .describe('false: refuse with 409 if the owner has another device with this number'),
}

const params = z.strictObject({ id })
export const devices = {
  list: endpoint('GET', '/devices', {
    summary: 'List the devices you can see, newest first',
    may: 'signed-in',
    needs: 'read_devices',
    isForStaff: 'places',
    query: listQuery.extend({ ...deviceFilters, own, verified }),
    reply: listOf(Device).extend({
      has_own: z
        .boolean()
        .optional()
        .describe('With own: whether you have any device, regardless of the search'),
    }),
  }),
  get: endpoint('GET', '/devices/:id', {
    summary: 'Get a device',
    may: 'signed-in',
    needs: 'read_devices',
    isForStaff: 'places',
    params,
    reply: Device,
    refusals: ['device_not_found'],
  }),
  findBySticker: endpoint('GET', '/stickers/:sticker_number/device', {
    summary: 'Get the device with a sticker number. Spaces and hyphens are ignored',
    may: 'signed-in',
    needs: 'read_devices',
    isForStaff: 'places',
    params: z.strictObject({ sticker_number: stickerNumber }),
    reply: Device,
    refusals: ['sticker_not_found'],
  }),
  stickers: endpoint('GET', '/devices/stickers', {
    summary: 'List the sticker texts of devices you can change, newest first',
    may: 'signed-in',
    needs: 'read_devices',
    isForStaff: 'places',
    query: z.strictObject({ id: id.optional(), ...deviceFilters }),
    reply: z.object({
      ...publicOrigin('a sticker adds /m/ and its number'),
      data: z.array(Sticker),
    }),
    refusals: ['too_many_stickers'],
  }),
  export: endpoint('GET', '/devices/export', {
    summary: 'Export the devices you own as CSV, newest first',
    may: 'account',
    needs: 'read_devices',
    query: z.strictObject(deviceFilters),
    reply: z.string(),
    replyType: 'csv',
    refusals: ['export_running', 'too_busy'],
  }),
  nextNumber: endpoint('GET', '/devices/next-number', {
    summary: 'Get the next device number that none of your devices uses. Stores nothing',
    may: 'account',
    needs: 'read_devices',
    isForStaff: 'places',
    query: z.strictObject({ device_number: deviceNumber }),
    reply: z.object({
      device_number: z.string(),
      steps: z.int().describe('Number of steps counted up'),
    }),
  }),
  create: endpoint('POST', '/devices', {
    summary: 'Create a device that you own',
    may: 'account',
    needs: 'change_devices',
    isForStaff: 'places',
    query: z.strictObject(sameNumber),
    body: NewDevice,
    reply: Device,
    creates: true,
    refusals: [
      ...quotaRefusals('devices'),
      'device_number_taken',
      'owner_chooses_landlord',
      'other_place',
    ],
  }),
  previewImport: endpoint('POST', '/devices/import/preview', {
    summary: 'Preview an import: returns the rows that would not create a device. Creates nothing',
    may: 'account',
    needs: 'change_devices',
    body: importOf(NewDevice),
    bodyBytes: limits.bodyBytes,
    reply: importPreview('read_devices'),
  }),
  import: endpoint('POST', '/devices/import', {
    summary: 'Create devices whose number you do not use yet. Existing devices are unchanged',
    may: 'account',
    needs: 'change_devices',
    body: importOf(NewDevice),
    bodyBytes: limits.bodyBytes,
    reply: importReport('read_devices'),
    takesIdempotencyKey: true,
    refusals: [...quotaRefusals('devices'), 'owner_chooses_landlord'],
  }),
  update: endpoint('PUT', '/devices/:id', {
    summary: 'Update a device. Omitted optional fields are unchanged',
    may: 'signed-in',
    needs: 'change_devices',
    isForStaff: 'places',
    params,
    query: versionQuery.extend(sameNumber),
    body: DeviceBody,
    reply: Device,
    refusals: [
      'device_not_found',
      'not_yours',
      'changed_meanwhile',
      'device_number_taken',
      'price_not_in_coins',
      'too_long_for_controller',
      'owner_chooses_landlord',
      'other_place',
    ],
  }),
  listToAccept: endpoint('GET', '/devices/to-accept', {
    summary: 'List devices that name you as landlord and await your answer, newest first',
    may: 'signed-in',
    needs: 'read_devices',
    isForStaff: false,
    query: wholeListQuery,
    reply: listOf(Device),
    refusals: ['list_too_long'],
  }),
  accept: endpoint('POST', '/devices/:id/accept', {
    summary: 'Accept a device that names you as its landlord',
    may: 'signed-in',
    needs: 'change_devices',
    isForStaff: false,
    params,
    reply: Device,
    refusals: ['device_not_found', 'not_yours'],
  }),
  refuse: endpoint('POST', '/devices/:id/refuse', {
    summary: 'Decline or leave a device as its landlord. Its owner replaces you',
    may: 'signed-in',
    needs: 'change_devices',
    isForStaff: false,
    params,
    reply: null,
    refusals: ['device_not_found', 'not_yours'],
  }),
  delete: endpoint('DELETE', '/devices/:id', {
    summary: 'Delete a device and its link. Keeps its transactions',
    may: 'signed-in',
    needs: 'change_devices',
    isForStaff: 'places',
    params,
    reply: null,
    refusals: ['device_not_found', 'not_yours', 'cycle_open'],
  }),
}
