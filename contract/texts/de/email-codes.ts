import { limits } from '../../limits.ts'
import type { emailCodes as english } from '../en/email-codes.ts'

const within = (minutes: number) =>
  minutes > 60 ? `${minutes / 60} Stunden` : `${minutes} Minuten`
const last = `\n\nEine Adresse erhält höchstens ${limits.emailCodesToAddress} dieser Codes am Tag, und dies ist der letzte. Bewahren Sie diese E-Mail auf, bis Sie ihn verwendet haben.`

export const emailCodes: typeof english = {
  verification: ({ code, minutes, isLast }) => ({
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse für Coinless',
    text: `Geben Sie diesen Code innerhalb von ${within(minutes)} in Ihrem Coinless-Profil ein:\n\n${code}${isLast ? last : ''}\n\nWenn Sie kein Konto erstellt haben, ignorieren Sie diese E-Mail. Ohne den Code kann niemand Ihre Adresse verwenden.\n`,
  }),
  password: ({ code, minutes, isLast }) => ({
    subject: 'Ihr Code für ein neues Coinless-Passwort',
    text: `Geben Sie diesen Code innerhalb von ${within(minutes)} ein, um ein neues Passwort zu wählen:\n\n${code}${isLast ? last : ''}\n\nWenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail: Ihr Passwort bleibt unverändert. Geben Sie den Code nicht weiter.\n`,
  }),
}
