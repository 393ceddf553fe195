import { limits } from '../../limits.ts'
import type { MailText } from '../alert-mail.ts'

interface EmailCode {
  code: string
  minutes: number
  /** No other one is mailed until this one has run out. */
  isLast: boolean
}

const within = (minutes: number) => (minutes > 60 ? `${minutes / 60} hours` : `${minutes} minutes`)
const last = `\n\nAn address gets at most ${limits.emailCodesToAddress} of these codes a day, and this is the last one. Keep this mail until you have used it.`

/** The mails with a code that is typed into the app. */
export const emailCodes = {
  verification: ({ code, minutes, isLast }: EmailCode): MailText => ({
    subject: 'Verify your email address for Coinless',
    text: `Enter this code in your Coinless profile within ${within(minutes)}:\n\n${code}${isLast ? last : ''}\n\nIf you did not open an account, ignore this mail: without the code nobody gets rights from your address.\n`,
  }),
  password: ({ code, minutes, isLast }: EmailCode): MailText => ({
    subject: 'Your code for a new Coinless password',
    text: `Enter this code within ${within(minutes)} to choose a new password:\n\n${code}${isLast ? last : ''}\n\nIf you did not ask for it, ignore this mail: your password stays as it is. Give the code to nobody.\n`,
  }),
}
