import type { ReportKind } from '../../choices.ts'
import type { MailText } from '../alert-mail.ts'

export const reportMails = {
  report_made: ({
    deviceNumber,
    kind,
    text,
  }: {
    deviceNumber: string
    kind: ReportKind
    text: string | null
  }): MailText => {
    const fault = {
      did_not_start: 'it did not start',
      stopped_early: 'it stopped early',
      damaged: 'it is damaged',
      other: 'something is wrong',
    }[kind]
    return {
      subject: `${deviceNumber}: ${fault}`,
      text: `Somebody reports of the machine ${deviceNumber}: ${fault}.${text ? ` “${text}”` : ''}`,
    }
  },
  report_automatic: ({ deviceNumber }: { deviceNumber: string }): MailText => ({
    subject: `${deviceNumber}: a payment waits for your decision`,
    text: `The machine ${deviceNumber} was not seen running for a payment. It ran for the same customer after an earlier refund, so this payment is not refunded automatically. Refund it, or close the report to keep the money.`,
  }),
  /** text: null when it stands in the app alone. */
  report_answered: (answer: { deviceNumber: string; text: string | null }): MailText => ({
    subject: `Answer to your report of ${answer.deviceNumber}`,
    text: `The operator of the machine ${answer.deviceNumber} has answered${answer.text === null ? '. Read the answer in Coinless, under your reports.' : `: “${answer.text}”`}`,
  }),
  report_done: ({ deviceNumber }: { deviceNumber: string }): MailText => ({
    subject: `Your report of ${deviceNumber} is dealt with`,
    text: `What you reported of the machine ${deviceNumber} is dealt with. If it happens again, report it again.`,
  }),
}
