import { z } from 'zod'
import { controllerDrivers, evidences, switchings } from './choices.ts'
import { presence } from './controllers.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import { id, timestamp, versionQuery } from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'

/** Initial values of a new link form. */
export const linkDefaults = { pulse_ms: 50, gap_ms: 100, watts_mark: 10 } as const

const wiring = {
  controller_id: id,
  channel: z.int(),
  switching: z.enum(switchings),
  evidence: z.enum(evidences),
}
const settings = {
  pulse_ms: z.int().nullable(),
  gap_ms: z.int().nullable(),
  watts_mark: z
    .number()
    .nullable()
    .describe('The device counts as running at this power or more, in watts'),
  gives_back_unused: z
    .boolean()
    .describe('Whether unused minutes are refunded when the customer stops the device'),
}

export const DeviceLink = z.object({
  id,
  device_id: id,
  ...wiring,
  ...settings,
  controller_name: z.string(),
  driver: z.enum(controllerDrivers),
  ...presence,
  not_started: z.int().describe('Number of consecutive cycles that did not start'),
  out_of_order_at: timestamp
    .nullable()
    .describe('When the device went out of order. It stays so until it is put back in order'),
  doubted_at: timestamp
    .nullable()
    .describe('Since when cycles of a single payer have not started. The payer can be the cause'),
  created_at: timestamp,
})
export type DeviceLink = z.infer<typeof DeviceLink>

const milliseconds = z.int().min(limits.pulseMsMin).max(limits.pulseMsMax).nullish()
const settingsBody = {
  pulse_ms: milliseconds.describe('Time that the contact is closed, for coin pulses only'),
  gap_ms: milliseconds.describe('Time that the contact is open before the next pulse'),
  watts_mark: z
    .number()
    .min(0.1)
    .max(limits.wattsMax)
    .nullish()
    .transform((watts) => watts && Math.round(watts * 10) / 10)
    .describe('Watts, rounded to a tenth. For evidence by power only'),
  gives_back_unused: z.boolean().optional(),
}

const required = 'required' satisfies Problem
const LinkBody = z
  .strictObject({
    ...wiring,
    channel: z.int().min(1).max(64),
    evidence: z.enum(evidences).default('answer'),
    ...settingsBody,
  })
  .refine(({ switching, pulse_ms }) => switching !== 'pulses' || pulse_ms != null, {
    path: ['pulse_ms'],
    error: required,
  })
  .refine(({ switching, gap_ms }) => switching !== 'pulses' || gap_ms != null, {
    path: ['gap_ms'],
    error: required,
  })
  .refine(({ evidence, watts_mark }) => evidence !== 'power' || watts_mark != null, {
    path: ['watts_mark'],
    error: required,
  })
export type LinkBody = z.output<typeof LinkBody>

const SettingsBody = z.strictObject(settingsBody)
export type SettingsBody = z.output<typeof SettingsBody>

/** A controller that a device can be linked to. */
const LinkChoice = z.object({
  id,
  name: z.string(),
  driver: z.enum(controllerDrivers),
  taken_channels: z.array(z.int()),
})
export type LinkChoice = z.infer<typeof LinkChoice>

const TestStart = z.object({
  id,
  deadline: timestamp.describe('An answer arrives at most a few seconds after this time'),
  answer: z.enum(['accepted', 'expired', 'busy', 'door', 'fault']).nullable(),
  answered_at: timestamp.nullable(),
})
export type TestStart = z.infer<typeof TestStart>

const params = z.strictObject({ id: id.describe('Id of the device') })
const ofDevice = ['device_not_found', 'not_yours'] as const
const ofLink = [...ofDevice, 'link_not_found'] as const

export const deviceLinks = {
  get: endpoint('GET', '/devices/:id/link', {
    summary: 'Get the link of a device that you can change',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    reply: DeviceLink.nullable().describe('null: no controller is linked'),
    refusals: ofDevice,
  }),
  choices: endpoint('GET', '/devices/:id/link/choices', {
    summary: "List controllers of the device's owner that the device can use, by name",
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    reply: z.object({ data: z.array(LinkChoice) }),
    refusals: ofDevice,
  }),
  create: endpoint('POST', '/devices/:id/link', {
    summary: "Link a device to a channel of one of its owner's controllers",
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    body: LinkBody,
    reply: DeviceLink,
    creates: true,
    refusals: [
      ...ofDevice,
      'controller_not_found',
      'link_exists',
      'channel_taken',
      'driver_cannot',
      'price_not_in_coins',
      'too_long_for_controller',
    ],
  }),
  change: endpoint('PUT', '/devices/:id/link', {
    summary:
      'Change the settings of a link. Omitted fields are unchanged. To change the wiring, create a new link',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    query: versionQuery,
    body: SettingsBody,
    reply: DeviceLink,
    refusals: [...ofLink, 'changed_meanwhile', 'cycle_open'],
  }),
  remove: endpoint('DELETE', '/devices/:id/link', {
    summary: 'Remove the link of a device. Its state is then estimated from the clock',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    reply: null,
    refusals: [...ofLink, 'cycle_open'],
  }),
  lookedAt: endpoint('POST', '/devices/:id/link/clear-fault', {
    summary: 'Put an out-of-order device back in order',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    reply: DeviceLink,
    refusals: ofLink,
  }),
  test: endpoint('POST', '/devices/:id/link/tests', {
    summary: `Test a device free of charge: switches its relay on for ${limits.testSeconds} seconds, or sends the coin pulses of its price`,
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    reply: TestStart,
    requestsPerMinute: requestsPerMinute.testStart,
    creates: true,
    refusals: [...ofLink, 'cycle_open'],
  }),
  testStart: endpoint('GET', '/devices/:id/link/tests/:test', {
    summary: "Get the controller's answer to a test start",
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params: params.extend({ test: id }),
    reply: TestStart,
    refusals: [...ofDevice, 'test_not_found'],
  }),
}
