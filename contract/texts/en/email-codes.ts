import { limits } from '../../limits.ts'
import type { MailText } from '../alert-mail.ts'

interface EmailCode {
  code: string
  minutes: number
  /** No other code is mailed until this one expires. */
  isLast: boolean
}

const within = (minutes: number) => (minutes > 60 ? `${minutes / 60} hours` : `${minutes} minutes`)
const last = `\n\nAn address gets at most ${limits.emailCodesToAddress} of these codes a day, and this is the last one. Keep this email until you have used it.`

/** Mails with a code to enter in the app. */
export const emailCodes = {
  verification: ({ code, minutes, isLast }: EmailCode): MailText => ({
    subject: 'Verify your email address for Coinless',
    text: `Enter this code in your Coinless profile within ${within(minutes)}:\n\n${code}${isLast ? last : ''}\n\nIf you did not create an account, ignore this email. Without the code, nobody can use your address.\n`,
  }),
  password: ({ code, minutes, isLast }: EmailCode): MailText => ({
    subject: 'Your code for a new Coinless password',
    text: `Enter this code within ${within(minutes)} to choose a new password:\n\n${code}${isLast ? last : ''}\n\nIf you did not request it, ignore this email: your password stays the same. Do not share the code.\n`,
  }),
}
