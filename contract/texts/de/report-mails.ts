import type { reportMails as english } from '../en/report-mails.ts'

export const reportMails: typeof english = {
  report_made: ({ deviceNumber, location, kind, text }) => {
    const fault = {
      did_not_start: 'Es ist nicht gestartet.',
      stopped_early: 'Es hat zu früh gestoppt.',
      damaged: 'Es ist beschädigt.',
      other: 'Etwas stimmt nicht.',
    }[kind]
    const where = location === null ? '' : ` (${location})`
    return {
      subject: `Neue Problemmeldung: ${deviceNumber}`,
      text: `Ein Kunde hat ein Problem mit dem Gerät ${deviceNumber}${where} gemeldet: ${fault}${text ? ` „${text}“` : ''}\n\nBeantworten Sie die Meldung oder markieren Sie sie als erledigt, wenn das Problem behoben ist.`,
    }
  },
  report_automatic: ({ deviceNumber }) => ({
    subject: `Entscheidung über Erstattung nötig: ${deviceNumber}`,
    text: `Wir konnten nach einer Zahlung nicht erkennen, dass das Gerät ${deviceNumber} lief. Für denselben Kunden ist es nach einer früheren Erstattung gelaufen, daher wird diese Zahlung nicht automatisch erstattet. Erstatten Sie sie oder markieren Sie die Meldung als erledigt, um das Geld zu behalten.`,
  }),
  report_answered: ({ deviceNumber, text }) => ({
    subject: `Antwort auf Ihre Meldung zu ${deviceNumber}`,
    text: `Der Betreiber des Geräts ${deviceNumber} hat geantwortet${text === null ? '. Lesen Sie die Antwort in Coinless unter „Meine Meldungen“.' : `: „${text}“`}`,
  }),
  report_replied: ({ deviceNumber, text }) => ({
    subject: `Neue Nachricht in einer Meldung zu ${deviceNumber}`,
    text: `Der Kunde, der ein Problem mit dem Gerät ${deviceNumber} gemeldet hat, hat geschrieben${text === null ? '. Lesen Sie die Nachricht in Coinless unter „Meldungen“.' : `: „${text}“`}`,
  }),
  report_done: ({ deviceNumber }) => ({
    subject: `Ihre Meldung zu ${deviceNumber} ist erledigt`,
    text: `Der Betreiber hat Ihre Meldung zum Gerät ${deviceNumber} als erledigt markiert. Tritt das Problem wieder auf, melden Sie es erneut.`,
  }),
}
