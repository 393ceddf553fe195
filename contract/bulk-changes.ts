import { z } from 'zod'
import { deviceStatuses } from './choices.ts'
import { deviceFilters, own } from './device-filters.ts'
import { endpoint } from './endpoint.ts'
import { dollars, id, minutes, search, text, timestamp } from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { readBy } from './rights.ts'

/** Why a bulk change skips a row. */
export const leftReasons = [
  'not_yours',
  'not_found',
  'changed_meanwhile',
  'price_not_in_coins',
  'too_long_for_controller',
  'minimum_above_duration',
  'admin_only',
] as const
export type LeftReason = (typeof leftReasons)[number]

export const bulkStates = ['planned', 'applying', 'applied', 'undoing', 'undone'] as const

const ids = z.array(id).min(1).max(limits.chosenRows)

/** Individual rows, or all rows of a list except some. */
function chosenBy<Filter extends z.ZodType>(filter: Filter) {
  return z.union([
    z.strictObject({ ids }),
    z.strictObject({ filter, except: z.array(id).max(limits.chosenRows).default([]) }),
  ])
}

export const ChosenDevices = chosenBy(z.strictObject({ ...deviceFilters, own }))
export type ChosenDevices = z.output<typeof ChosenDevices>
export const ChosenCodes = chosenBy(z.strictObject({ search, disabled: z.boolean().optional() }))
export type ChosenCodes = z.output<typeof ChosenCodes>

const DeviceSetting = z.strictObject({
  price: dollars(limits.priceDollarsMax).optional(),
  duration_minutes: minutes.optional(),
  status: z.enum(deviceStatuses).optional(),
  location: text(limits.locationMax).optional(),
  prices_like: id
    .optional()
    .describe(
      'A device that you may change: all its programmes, times and plans, in place of price and duration',
    ),
})
export type DeviceSetting = z.output<typeof DeviceSetting>

/** Changes of devices need the right to read devices; changes of codes, the right to read codes. */
const byItsThings = {
  field: 'things',
  of: { devices: 'read_devices', prepaid_codes: 'read_codes' },
} as const

export const BulkChange = z.object({
  id,
  things: z.enum(['devices', 'prepaid_codes']),
  state: z.enum(bulkStates),
  unchanged: z.int().describe('Rows that are already so'),
  planned: z.int().describe('Rows still to change'),
  changed: z.int(),
  undone: z.int(),
  ...readBy(byItsThings, {
    groups: z
      .array(z.object({ field: z.string(), from: z.string(), to: z.string(), count: z.int() }))
      .describe(`What changes from what to what; of each field the ${limits.bulkGroups} largest`),
  }),
  left: z
    .array(
      z.object({
        reason: z.enum(leftReasons),
        count: z.int(),
        ...readBy(byItsThings, {
          names: z.array(z.string()).describe(`The first ${limits.bulkNames}`),
        }),
      }),
    )
    .describe('Rows that are left as they are, or could not be undone'),
  undo_until: timestamp.nullable().describe('null: not to be undone'),
})
export type BulkChange = z.infer<typeof BulkChange>

const BulkReport = BulkChange.extend({ created_at: timestamp.describe('When it was planned') })
export type BulkReport = z.infer<typeof BulkReport>

const params = z.strictObject({ id })

export const bulkChanges = {
  planForDevices: endpoint('POST', '/devices-bulk-changes', {
    summary: 'Say what a change of many devices would do; nothing is changed until it is applied',
    may: 'account',
    needs: 'change_devices',
    body: z.strictObject({ chosen: ChosenDevices, set: DeviceSetting }),
    reply: BulkChange,
    creates: true,
    refusals: ['too_many_rows', 'device_not_found', 'not_yours'],
    requestsPerMinute: requestsPerMinute.planBulkChange,
  }),
  planForCodes: endpoint('POST', '/prepaid-codes-bulk-changes', {
    summary: 'The same for prepaid codes',
    may: 'account',
    needs: 'change_codes',
    body: z.strictObject({ chosen: ChosenCodes, set: z.strictObject({ disabled: z.boolean() }) }),
    reply: BulkChange,
    creates: true,
    refusals: ['too_many_rows'],
    requestsPerMinute: requestsPerMinute.planBulkChange,
  }),
  open: endpoint('GET', '/bulk-changes', {
    summary:
      'List changes of many that you began and that have not ended: apply or undo goes on with one',
    may: 'account',
    needs: 'any',
    reply: z.object({
      data: z.array(BulkChange),
      ended: z
        .int()
        .describe(`How many have ended of the last ${limits.bulkKeptHours} hours: see recent`),
    }),
  }),
  recent: endpoint('GET', '/bulk-changes-recent', {
    summary: `List up to ${limits.bulkReports} changes of many that you began in the last ${limits.bulkKeptHours} hours, newest first: what each changed, what it left and why`,
    may: 'account',
    needs: 'any',
    reply: z.object({ data: z.array(BulkReport) }),
  }),
  get: endpoint('GET', '/bulk-changes/:id', {
    summary: 'Get how far a change of many is, and what it left',
    may: 'account',
    needs: 'any',
    params,
    reply: BulkChange,
    refusals: ['bulk_change_not_found'],
  }),
  apply: endpoint('POST', '/bulk-changes-apply/:id', {
    summary:
      'Apply a change of many, in parts; rows that changed since it was planned are left. A repetition goes on where it stopped',
    may: 'account',
    needs: 'any',
    params,
    reply: BulkChange,
    takesIdempotencyKey: true,
    refusals: ['bulk_change_not_found'],
  }),
  undo: endpoint('POST', '/bulk-changes-undo/:id', {
    summary: `Undo a change of many within ${limits.undoSeconds} seconds; rows that changed since are left`,
    may: 'account',
    needs: 'any',
    params,
    reply: BulkChange,
    takesIdempotencyKey: true,
    refusals: ['bulk_change_not_found', 'undo_too_late'],
  }),
}
