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
  watts_mark: z.number().nullable().describe('From so much power on the device works'),
  gives_back_unused: z
    .boolean()
    .describe('Whoever stops the device gets back the minutes not used'),
}

export const DeviceLink = z.object({
  id,
  device_id: id,
  ...wiring,
  ...settings,
  controller_name: z.string(),
  driver: z.enum(controllerDrivers),
  ...presence,
  not_started: z.int().describe('Cycles in a row that did not start'),
  out_of_order_at: timestamp.nullable().describe('Since then it waits for somebody to look'),
  doubted_at: timestamp
    .nullable()
    .describe('Since then cycles of one payer have not started, which that payer may have caused'),
  created_at: timestamp,
})
export type DeviceLink = z.infer<typeof DeviceLink>

const milliseconds = z.int().min(limits.pulseMsMin).max(limits.pulseMsMax).nullish()
const settingsBody = {
  pulse_ms: milliseconds.describe('Contact closed; of coin pulses alone'),
  gap_ms: milliseconds.describe('Contact open, before the next'),
  watts_mark: z
    .number()
    .min(0.1)
    .max(limits.wattsMax)
    .nullish()
    .transform((watts) => watts && Math.round(watts * 10) / 10)
    .describe('Watts, to a tenth; of evidence by power alone'),
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
  deadline: timestamp.describe('No answer comes later than a few seconds after this'),
  answer: z.enum(['accepted', 'expired', 'busy', 'door', 'fault']).nullable(),
  answered_at: timestamp.nullable(),
})
export type TestStart = z.infer<typeof TestStart>

const params = z.strictObject({ id: id.describe('Of the device') })
const ofDevice = ['device_not_found', 'not_yours'] as const
const ofLink = [...ofDevice, 'link_not_found'] as const

export const deviceLinks = {
  get: endpoint('GET', '/devices/:id/link', {
    summary: 'Get the link of a device you may change',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    reply: DeviceLink.nullable().describe('null: nothing switches it'),
    refusals: ofDevice,
  }),
  choices: endpoint('GET', '/devices/:id/link/choices', {
    summary: 'List the controllers that a device may hang on: those of its owner, by name',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    reply: z.object({ data: z.array(LinkChoice) }),
    refusals: ofDevice,
  }),
  create: endpoint('POST', '/devices/:id/link', {
    summary: 'Link a device to a channel of a controller of its owner',
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
      'Change the settings of a link; omitted fields are unchanged. Other wiring is another link',
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
    summary: 'Take the link of a device away: it works by the clock alone',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    reply: null,
    refusals: [...ofLink, 'cycle_open'],
  }),
  lookedAt: endpoint('POST', '/devices/:id/link/clear-fault', {
    summary: 'Put a device that is out of order back in order',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    reply: DeviceLink,
    refusals: ofLink,
  }),
  test: endpoint('POST', '/devices/:id/link/tests', {
    summary: `Start a device free of charge: a relay for ${limits.testSeconds} seconds, or the coin pulses of its price`,
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    query: z.strictObject({
      seen_start_id: id
        .or(z.literal('none'))
        .optional()
        .describe('The last start, as far as you know: refused if it is something else'),
    }),
    reply: TestStart,
    requestsPerMinute: requestsPerMinute.testStart,
    creates: true,
    refusals: [...ofLink, 'cycle_open', 'started_meanwhile'],
  }),
  testStart: endpoint('GET', '/devices/:id/link/tests/:test', {
    summary: 'What the controller answered to a test start',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params: params.extend({ test: id }),
    reply: TestStart,
    refusals: [...ofDevice, 'test_not_found'],
  }),
}
