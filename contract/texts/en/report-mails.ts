import type { ReportKind } from '../../choices.ts'
import type { MailText } from '../alert-mail.ts'

export const reportMails = {
  /** location, text: null if they cannot be mailed. */
  report_made: ({
    deviceNumber,
    location,
    kind,
    text,
  }: {
    deviceNumber: string
    location: string | null
    kind: ReportKind
    text: string | null
  }): MailText => {
    const fault = {
      did_not_start: 'it did not start',
      stopped_early: 'it stopped early',
      damaged: 'it is damaged',
      other: 'something is wrong',
    }[kind]
    const where = location === null ? '' : ` (${location})`
    return {
      subject: `New problem report: ${deviceNumber}`,
      text: `A customer reported machine ${deviceNumber}${where}: ${fault}.${text ? ` “${text}”` : ''}\n\nAnswer the report, or close it once the problem is resolved.`,
    }
  },
  report_automatic: ({ deviceNumber }: { deviceNumber: string }): MailText => ({
    subject: `Refund decision needed: ${deviceNumber}`,
    text: `Machine ${deviceNumber} was not seen running for a payment. It ran for the same customer after an earlier refund, so this payment is not refunded automatically. Refund it, or close the report to keep the money.`,
  }),
  /** text: null if it is only shown in the app. */
  report_answered: (answer: { deviceNumber: string; text: string | null }): MailText => ({
    subject: `Answer to your report about ${answer.deviceNumber}`,
    text: `The operator of machine ${answer.deviceNumber} has answered${answer.text === null ? '. Read the answer in Coinless, under your reports.' : `: “${answer.text}”`}`,
  }),
  /** text: null if it is only shown in the app. */
  report_replied: ({
    deviceNumber,
    text,
  }: {
    deviceNumber: string
    text: string | null
  }): MailText => ({
    subject: `New message on a report about ${deviceNumber}`,
    text: `The customer who reported machine ${deviceNumber} has written${text === null ? '. Read the message in Coinless, under Reports.' : `: “${text}”`}`,
  }),
  report_done: ({ deviceNumber }: { deviceNumber: string }): MailText => ({
    subject: `Your report about ${deviceNumber} is resolved`,
    text: `The operator has resolved your report about machine ${deviceNumber}. If the problem happens again, report it again.`,
  }),
}
