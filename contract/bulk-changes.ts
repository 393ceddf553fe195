import { z } from 'zod'
import { deviceStatuses } from './choices.ts'
import { deviceFilters, own } from './device-filters.ts'
import { endpoint } from './endpoint.ts'
import { amountUpTo, id, minutes, search, text, timestamp } from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { readableWith } from './rights.ts'

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
  price: amountUpTo(limits.priceMax).optional(),
  duration_minutes: minutes.optional(),
  status: z.enum(deviceStatuses).optional(),
  location: text(limits.locationMax).optional(),
  prices_like: id
    .optional()
    .describe(
      'Copies all programmes, times and planned prices of this device, which you can change. Replaces price and duration',
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
  unchanged: z.int().describe('Number of rows that already have the new values'),
  planned: z.int().describe('Number of rows still to change'),
  changed: z.int(),
  undone: z.int(),
  ...readableWith(byItsThings, {
    groups: z
      .array(z.object({ field: z.string(), from: z.string(), to: z.string(), count: z.int() }))
      .describe(
        `Old and new values with the number of rows. For each field, the ${limits.bulkGroups} largest groups`,
      ),
  }),
  left: z
    .array(
      z.object({
        reason: z.enum(leftReasons),
        count: z.int(),
        ...readableWith(byItsThings, {
          names: z.array(z.string()).describe(`The first ${limits.bulkNames} names`),
        }),
      }),
    )
    .describe('Rows that are skipped, or that cannot be undone'),
  undo_until: timestamp.nullable().describe('null: the change cannot be undone'),
})
export type BulkChange = z.infer<typeof BulkChange>

const BulkReport = BulkChange.extend({
  created_at: timestamp.describe('When the change was planned'),
})
export type BulkReport = z.infer<typeof BulkReport>

const params = z.strictObject({ id })

export const bulkChanges = {
  planForDevices: endpoint('POST', '/devices/bulk-changes', {
    summary: 'Plan a bulk change of devices. Nothing changes until you apply it',
    may: 'account',
    needs: 'change_devices',
    body: z.strictObject({ chosen: ChosenDevices, set: DeviceSetting }),
    reply: BulkChange,
    creates: true,
    refusals: ['too_many_rows', 'device_not_found', 'not_yours'],
    requestsPerMinute: requestsPerMinute.planBulkChange,
  }),
  planForCodes: endpoint('POST', '/prepaid-codes/bulk-changes', {
    summary: 'Plan a bulk change of prepaid codes. Nothing changes until you apply it',
    may: 'account',
    needs: 'change_codes',
    body: z.strictObject({ chosen: ChosenCodes, set: z.strictObject({ disabled: z.boolean() }) }),
    reply: BulkChange,
    creates: true,
    refusals: ['too_many_rows'],
    requestsPerMinute: requestsPerMinute.planBulkChange,
  }),
  open: endpoint('GET', '/bulk-changes', {
    summary: 'List your bulk changes in progress. Call apply or undo to resume one',
    may: 'account',
    needs: 'any',
    reply: z.object({
      data: z.array(BulkChange),
      ended: z
        .int()
        .describe(`Number of bulk changes that ended in the last ${limits.bulkKeptHours} hours`),
    }),
  }),
  recent: endpoint('GET', '/bulk-changes/recent', {
    summary: `List up to ${limits.bulkReports} bulk changes that you started in the last ${limits.bulkKeptHours} hours, newest first, with changed and skipped rows`,
    may: 'account',
    needs: 'any',
    reply: z.object({ data: z.array(BulkReport) }),
  }),
  get: endpoint('GET', '/bulk-changes/:id', {
    summary: 'Get the progress of a bulk change and the rows that it skips',
    may: 'account',
    needs: 'any',
    params,
    reply: BulkChange,
    refusals: ['bulk_change_not_found'],
  }),
  apply: endpoint('POST', '/bulk-changes/:id/apply', {
    summary:
      'Apply a bulk change in steps. Skips rows that changed since it was planned. A repeated call resumes',
    may: 'account',
    needs: 'any',
    params,
    reply: BulkChange,
    takesIdempotencyKey: true,
    refusals: ['bulk_change_not_found'],
  }),
  undo: endpoint('POST', '/bulk-changes/:id/undo', {
    summary: `Undo a bulk change within ${limits.undoSeconds} seconds. Skips rows that changed since`,
    may: 'account',
    needs: 'any',
    params,
    reply: BulkChange,
    takesIdempotencyKey: true,
    refusals: ['bulk_change_not_found', 'undo_too_late'],
  }),
}
