import { z } from 'zod'
import { DeviceName } from './attention.ts'
import {
  caseStatuses,
  cycleReasons,
  cycleStates,
  deviceStatuses,
  paymentMethods,
  reportKinds,
} from './choices.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './explain.ts'
import { id, listOf, optionalText, severalLines, timestamp, wholeListQuery } from './fields.ts'
import { limits, requestsPerMinute } from './limits.ts'

const Answer = z.object({
  id,
  text: z.string(),
  is_from_reporter: z.boolean().describe('true: a reply of the reporter. false: of the operator'),
  created_at: timestamp,
})

const kind = z.enum(reportKinds)
const doneAt = timestamp.nullable().describe('When the case was resolved. null: open')

/** A report about a machine, as its author sees it. */
export const Report = z.object({
  id,
  device_id: id,
  device_label: z
    .string()
    .describe('Label at the time of the report. The number is from the same time'),
  device_number: z.string(),
  kind,
  text: z.string().nullable(),
  payment_id: id.nullable().describe('Payment that the report is about. Also the id of its cycle'),
  created_at: timestamp,
  done_at: doneAt,
  has_photo: z.boolean(),
  is_automatic: z
    .boolean()
    // Missing in first answers stored by earlier versions.
    .default(false)
    .describe('Filed for the payer because the operator decides on the refund'),
  answer_count: z.int(),
})
export type Report = z.infer<typeof Report>

export const OneReport = Report.omit({ answer_count: true }).extend({
  may_see_device: z.boolean().describe('Whether you can currently see the device'),
  answers: z.array(Answer).describe('Of the operator and of the reporter, oldest first'),
})
export type OneReport = z.infer<typeof OneReport>

/** All reports of the same fault of the same machine, as its operator sees them. */
export const ReportCase = z.object({
  id,
  kind,
  device: DeviceName,
  reported_at: timestamp.describe('Time of the last report'),
  done_at: doneAt,
  report_count: z.int(),
  device_report_count: z.int().describe('Number of reports for the device, of any kind'),
})
export type ReportCase = z.infer<typeof ReportCase>

const ReportedPayment = z.object({
  transaction_id: id.nullable().describe('null: the card was held and not charged'),
  prepaid_code_id: id.nullable().describe('Code that paid, if you issued it and it exists'),
  code_balance: z.number().nullable().describe('Total amount put on the code'),
  amount: z.number().describe('Amount'),
  payment_method: z.enum(paymentMethods),
  created_at: timestamp,
})

const ReportOfCase = Report.pick({
  id: true,
  text: true,
  has_photo: true,
  is_automatic: true,
  created_at: true,
  done_at: true,
}).extend({
  reporter_name: z.string(),
  reporter_report_count: z
    .int()
    .describe('Number of reports by the same user for all your devices'),
  payment: ReportedPayment.nullable().describe('null: no payment, or you cannot see it'),
  answers: z.array(Answer).describe('Oldest first'),
})

/** A run that the operator gave away. */
export const FreeCycle = z.object({
  id,
  state: z.enum(cycleStates),
  reason: z.enum(cycleReasons).nullable().describe('Why the cycle ended. null until it ends'),
  duration_minutes: z.int(),
  ends_at: timestamp.nullable().describe('Planned end. null until the cycle runs'),
})
export type FreeCycle = z.infer<typeof FreeCycle>

export const OneReportCase = ReportCase.extend({
  device_status: z.enum(deviceStatuses).nullable().describe('null: the device was deleted'),
  is_linked: z.boolean().describe('Whether the device has a controller'),
  last_start_id: id.nullable().describe('Last start sent to the controller'),
  free_minutes: z
    .int()
    .describe('Minutes of a free cycle: those of the last reported payment, else of the device'),
  free_cycle: FreeCycle.nullable().describe('Last free cycle since the last report'),
  reports: z.array(ReportOfCase).describe(`Newest first, at most ${limits.caseReports}`),
})
export type OneReportCase = z.infer<typeof OneReportCase>

/** Length in base64 characters of this many bytes. */
const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4
const photoLength = base64Length(limits.photoBytes)

const sentPhoto = z
  .string()
  .max(photoLength, 'photo_too_large' satisfies Problem)
  .base64('not_base64' satisfies Problem)
  .nullish()
  .describe('JPEG, PNG or WebP in base64. Stored at a smaller size, without metadata')

const params = z.strictObject({ id })
const words = severalLines(limits.reportTextMax)

export const reports = {
  create: endpoint('POST', '/reports', {
    summary:
      'Report a problem with a device. Without a payment id, uses your last payment there within one day',
    may: 'signed-in',
    needs: 'reports',
    isForStaff: false,
    body: z.strictObject({
      device_id: id,
      payment_id: id.nullish().describe('Your payment at this device'),
      kind,
      text: optionalText(limits.reportTextMax),
      photo: sentPhoto,
    }),
    bodyBytes: photoLength + limits.bodyBytes,
    reply: Report,
    creates: true,
    takesIdempotencyKey: true,
    requestsPerMinute: requestsPerMinute.report,
    refusals: [
      'device_not_found',
      'transaction_not_found',
      'too_many_reports',
      'too_many_unpaid_reports',
      'photo_unreadable',
      'photo_has_too_many_pixels',
      'too_many_photos',
      'too_many_photos_of_network',
      'too_busy',
    ],
  }),
  list: endpoint('GET', '/reports', {
    summary: 'List your reports, newest first',
    may: 'signed-in',
    needs: 'reports',
    isForStaff: false,
    query: wholeListQuery,
    reply: listOf(Report),
    refusals: ['list_too_long'],
  }),
  get: endpoint('GET', '/reports/:id', {
    summary: 'Get one of your reports with its answers',
    may: 'signed-in',
    needs: 'reports',
    isForStaff: false,
    params,
    reply: OneReport,
    refusals: ['report_not_found'],
  }),
  reply: endpoint('POST', '/reports/:id/replies', {
    summary: 'Reply to the operator about your open report',
    may: 'signed-in',
    needs: 'reports',
    isForStaff: false,
    params,
    body: z.strictObject({ text: words }),
    reply: Answer,
    creates: true,
    takesIdempotencyKey: true,
    refusals: ['report_not_found', 'case_done', 'too_many_answers'],
  }),
  photo: endpoint('GET', '/reports/:id/photo', {
    summary: 'Get the photo of your report, or of a report for a device you operate',
    may: 'signed-in',
    needs: 'reports',
    isForStaff: 'places',
    params,
    reply: z.object({ photo: z.base64().describe('JPEG in base64') }),
    refusals: ['photo_not_found'],
  }),
  listCases: endpoint('GET', '/report-cases', {
    summary:
      'List problem reports for devices you operate, by device and kind. Open cases first, then newest first',
    may: 'signed-in',
    needs: 'reports',
    isForStaff: 'places',
    query: wholeListQuery.extend({
      status: z.enum(caseStatuses).optional(),
      device_id: id.optional(),
    }),
    reply: listOf(ReportCase),
    refusals: ['list_too_long'],
  }),
  getCase: endpoint('GET', '/report-cases/:id', {
    summary: 'Get a case with all its reports and answers',
    may: 'signed-in',
    needs: 'reports',
    isForStaff: 'places',
    params,
    reply: OneReportCase,
    refusals: ['case_not_found'],
  }),
  answer: endpoint('POST', '/report-cases/:id/answers', {
    summary: 'Answer one report, or all open reports of a case',
    may: 'signed-in',
    needs: 'reports',
    isForStaff: 'places',
    params,
    body: z.strictObject({
      text: words,
      report_id: id.nullish().describe('Omitted: answers all open reports'),
    }),
    reply: z.object({ answered: z.int().describe('Number of users who get the answer') }),
    creates: true,
    takesIdempotencyKey: true,
    refusals: ['case_not_found', 'report_not_found', 'case_done', 'too_many_answers'],
  }),
  closeCase: endpoint('POST', '/report-cases/:id/resolve', {
    summary: 'Mark a case as resolved. A new report reopens it',
    may: 'signed-in',
    needs: 'reports',
    isForStaff: 'places',
    params,
    reply: ReportCase,
    refusals: ['case_not_found'],
  }),
  reopenCase: endpoint('POST', '/report-cases/:id/reopen', {
    summary: 'Reopen a resolved case, with the reports that were resolved with it',
    may: 'signed-in',
    needs: 'reports',
    isForStaff: 'places',
    params,
    reply: ReportCase,
    refusals: ['case_not_found'],
  }),
}
