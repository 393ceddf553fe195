import { z } from 'zod'
import { ChosenCodes, ChosenDevices } from './bulk-changes.ts'
import { devices } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { limits, requestsPerMinute } from './limits.ts'
import { CodeBatchState } from './prepaid-code-batches.ts'
import { PrepaidCode } from './prepaid-codes.ts'

const chosenDevices = z.strictObject({ chosen: ChosenDevices })
const chosenCodes = z.strictObject({ chosen: ChosenCodes })

const refusalsOfFile = ['too_many_rows', 'export_running', 'too_busy'] as const

/** Prints and files of rows selected in a list. By POST, because a selection is too long for a URL. */
export const chosenRows = {
  stickers: endpoint('POST', '/devices/selected/stickers', {
    summary: 'List the sticker texts of selected devices that you can change',
    may: 'account',
    needs: 'read_devices',
    body: chosenDevices,
    reply: devices.stickers.reply,
    refusals: ['too_many_rows', 'too_many_stickers'],
    requestsPerMinute: requestsPerMinute.planBulkChange,
  }),
  exportDevices: endpoint('POST', '/devices/selected/export', {
    summary: 'Export selected devices that you can change as CSV, newest first',
    may: 'account',
    needs: 'read_devices',
    body: chosenDevices,
    reply: z.string(),
    replyType: 'csv',
    refusals: refusalsOfFile,
  }),
  cards: endpoint('POST', '/prepaid-codes/selected/cards', {
    summary: `List up to ${limits.batchCodes} selected codes for printed cards, newest first. Includes codes that you issued and that can pay`,
    may: 'account',
    needs: 'read_codes',
    body: chosenCodes,
    reply: CodeBatchState.pick({ origin: true, is_origin_set: true, run_by: true }).extend({
      left_out: z
        .int()
        .describe('Number of selected codes that cannot pay or that you did not issue'),
      data: z.array(PrepaidCode),
    }),
    refusals: ['too_many_rows', 'too_many_cards'],
    requestsPerMinute: requestsPerMinute.planBulkChange,
  }),
  exportCodes: endpoint('POST', '/prepaid-codes/selected/export', {
    summary: 'Export selected codes that you issued as CSV, enabled codes first, then newest first',
    may: 'account',
    needs: 'read_codes',
    body: chosenCodes,
    reply: z.string(),
    replyType: 'csv',
    refusals: refusalsOfFile,
  }),
}
