import { limits } from '../../limits.ts'
import { alertMail } from '../alert-mail.ts'
import type { mails as english } from '../en/mails.ts'
import { formatsOf } from '../formats.ts'
import { bookingMails } from './booking-mails.ts'
import { emailCodes } from './email-codes.ts'
import { queueMails } from './queue-mails.ts'
import { reportMails } from './report-mails.ts'

const { formatMoney, tag, formatPercent } = formatsOf('de')

const roles = { manager: 'Verwaltung', technician: 'Technik', bookkeeper: 'Buchhaltung' }

type IssuedCode = Parameters<typeof english.code_issued>[0]

function codeFacts({ code, balance, operator, place, until, link }: IssuedCode): string {
  const facts = [
    `Code: ${code}`,
    `Guthaben: ${formatMoney(balance)}`,
    `Gültig an: ${operator === null ? 'allen Geräten auf diesem Coinless-Server' : `Geräten von ${operator}${place ? ` (${place})` : ''}`}`,
    ...(until ? [`Gültig bis: ${until(tag)}`] : []),
  ]
  const way = link
    ? `Zum Bezahlen öffnen Sie diesen Link:\n${link}`
    : 'Zum Bezahlen geben Sie ihn an einem Gerät ein.'
  return `${facts.join('\n')}\n\n${way}\n\nWer den Code kennt, kann damit bezahlen. Geben Sie ihn deshalb nicht weiter.`
}

export const mails: typeof english = {
  test: {
    subject: 'Test-E-Mail von Coinless',
    text: 'Coinless kann E-Mails an diese Adresse senden.\n',
  },
  ...emailCodes,
  device_to_accept: {
    subject: 'Sie sind auf Coinless als Vermieter eines Geräts eingetragen',
    text: 'Ein anderer Benutzer hat ein Gerät hinzugefügt und Sie als Vermieter eingetragen. Bis Sie es annehmen, sehen es nur diese Person und Sie. Nehmen Sie es in Ihrer Übersicht an oder lehnen Sie es ab, um Ihren Namen zu entfernen.\n',
  },
  account_closed: {
    subject: 'Ihr Coinless-Konto ist geschlossen',
    text: 'Sie haben Ihr Konto geschlossen. Ihre Geräte, Codes und Dokumente sind gelöscht. Zahlungen bleiben ohne Ihren Namen und Ihre Adresse erhalten. Das Konto kann nicht wieder geöffnet werden. Wenn Sie es nicht selbst geschlossen haben, wenden Sie sich an den Administrator dieses Coinless-Servers.\n',
  },
  refund_owed: ({ amount, deviceNumber, obstacle }) => ({
    subject: `${formatMoney(amount)} stehen einem Kunden von ${deviceNumber} zu`,
    text: `Ein Durchgang am Gerät ${deviceNumber} lief nicht wie bezahlt, aber ${formatMoney(amount)} können nicht auf ${obstacle === 'card_refused' ? 'die Karte' : 'den Guthabencode'} erstattet werden. ${
      {
        card_refused:
          'Der Kartendienst lehnt die Erstattung ab. Vereinbaren Sie mit dem Kunden einen anderen Weg.',
        code_deleted: 'Der Code wurde gelöscht. Vereinbaren Sie mit dem Kunden einen anderen Weg.',
        code_expired:
          'Der Code ist abgelaufen. Verlängern Sie ihn, dann folgt die Erstattung automatisch innerhalb von zehn Minuten.',
        code_full:
          'Der Code hat sein Höchstguthaben erreicht. Die Erstattung folgt automatisch, sobald ein Teil davon verbraucht ist.',
      }[obstacle]
    }`,
  }),
  refund_returned: ({ amount, kind, name }) => ({
    subject: `Erstattung fehlgeschlagen: ${formatMoney(amount)} auf eine Karte`,
    text: `Die Bank hat eine bereits abgeschlossene Erstattung von ${formatMoney(amount)} für ${
      kind === 'payment' ? `eine Zahlung am Gerät ${name}` : 'eine Aufladung per Karte'
    } zurückgegeben. Der Kunde hat sie nicht erhalten.${
      kind === 'top_up' ? ' Der Betrag ist wieder auf dem Code.' : ''
    } Erstatten Sie erneut oder vereinbaren Sie mit dem Kunden einen anderen Weg.`,
  }),
  capture_failed: ({ amount, deviceNumber }) => ({
    subject: `${deviceNumber}: Karte abgelehnt, ${formatMoney(amount)} nicht abgebucht`,
    text: `${deviceNumber} ist gestartet, nachdem ${formatMoney(amount)} auf einer Karte reserviert waren. Danach wurde die Karte abgelehnt und nichts abgebucht. Das Gerät läuft weiter. Die Nutzung wird als Verlust erfasst.\n`,
  }),
  alerts: (troubles) =>
    alertMail(troubles, {
      silent: (number) => `${number} ist nicht erreichbar`,
      outOfOrder: (number) => `${number} ist außer Betrieb`,
      doubted: (number) => `${number} ist zweimal nacheinander nicht gestartet`,
      back: (number) => `${number} ist wieder erreichbar`,
      manyBack: (count) => `${count} Geräte sind wieder erreichbar`,
      many: (count) =>
        count === 1
          ? 'Handlungsbedarf bei einem Ihrer Geräte'
          : `Handlungsbedarf bei ${count} Ihrer Geräte`,
      silentTitle: 'Nicht erreichbar:',
      silentAdvice: 'Diese Geräte nehmen keine Zahlungen an, bis sie wieder erreichbar sind.',
      outOfOrderTitle:
        'Außer Betrieb, weil zwei Durchgänge nacheinander nicht gestartet sind oder das Gerät sich nicht ausschalten ließ:',
      outOfOrderAdvice:
        'Diese Geräte nehmen keine Zahlungen an, bis Sie sie prüfen und das auf der Seite des Geräts bestätigen.',
      doubtedTitle:
        'Für denselben Kunden zweimal nacheinander nicht gestartet, ohne gemessene Leistung:',
      doubtedAdvice:
        'Diese Geräte nehmen weiter Zahlungen an: Vielleicht war kein Programm gewählt. Prüfen Sie sie, wenn es wieder vorkommt.',
      cutsSubject: 'Durchgänge eines Kunden werden wiederholt abgebrochen',
      cutsTitle: `Mindestens ${limits.cutShortCycles}-mal in ${limits.cutShortDays} Tagen abgebrochen, mit Erstattung:`,
      cutsAdvice:
        'Wird ein Gerät vor seiner Mindestdauer abgeschaltet, wird alles erstattet, zum Beispiel wenn jemand die Steuerung aussteckt. Die Übersicht nennt den Kunden. Prüfen Sie die Geräte und ihre Stecker.',
      cut: ({ cycles, given_back }) => `${cycles} Durchgänge, ${formatMoney(given_back)} erstattet`,
      backTitle: 'Wieder erreichbar:',
      since: (time) => `seit ${time}`,
      more: (count) => `und ${count} weitere`,
    }),
  money_back: ({ amount, deviceNumber, state, cause, way }) => {
    const what = `${deviceNumber} ${state === 'not_started' ? 'ist nicht gestartet' : 'hat zu früh gestoppt'}`
    const money = formatMoney(amount)
    const result = {
      code: `${money} erstattet`,
      owed: `Erstattung über ${money} läuft`,
      card: `${money} erstattet`,
      hold: `${money} nicht abgebucht`,
    }[way]
    const back = {
      code: `Ihre ${money} sind wieder auf dem Guthabencode.`,
      owed: `Ihre ${money} kommen zurück auf den Guthabencode, sobald er sie aufnehmen kann. Der Betreiber ist benachrichtigt.`,
      card: `Ihre ${money} gehen zurück auf Ihre Karte. Das kann einige Tage dauern.`,
      hold: `Ihre Karte wurde nicht belastet. Ihre Bank zeigt die reservierten ${money} möglicherweise noch einige Tage an.`,
    }[way]
    return {
      subject: `${what}: ${result}`,
      text: `Das Gerät ${what}. ${back}\n\nGrund: ${cause}.`,
    }
  },
  undecided: ({ amount, deviceNumber }) => ({
    subject: `${deviceNumber}: Der Betreiber entscheidet über Ihre ${formatMoney(amount)}`,
    text: `Wir konnten nicht erkennen, dass das Gerät ${deviceNumber} lief. Nach einer früheren Erstattung ist es unbezahlt gelaufen, daher werden Ihre ${formatMoney(amount)} nicht automatisch erstattet. Der Betreiber ist benachrichtigt und entscheidet. Die Antwort finden Sie in Coinless in Ihrer Meldung.`,
  }),
  five_minutes: ({ deviceNumber, minutes }) => ({
    subject: `${deviceNumber}: noch ${durationOf(minutes)}`,
    text: `Das Gerät ${deviceNumber} ist in etwa ${durationOf(minutes)} fertig.`,
  }),
  done: ({ deviceNumber }) => ({
    subject: `${deviceNumber} ist fertig`,
    text: `Das Gerät ${deviceNumber} ist fertig.`,
  }),
  one_free: ({ type, location }) => {
    const machine = {
      washer: 'Eine Waschmaschine',
      dryer: 'Ein Trockner',
      shower: 'Eine Dusche',
      water: 'Eine Wasserentnahmestelle',
      electricity: 'Eine Steckdose',
      other: 'Ein Gerät',
    }[type]
    return {
      subject: `${machine} ist frei: ${location}`,
      text: `${machine} ist frei: ${location}. Sie wollten benachrichtigt werden. Reserviert ist nichts: Andere können Ihnen zuvorkommen.`,
    }
  },
  staff_invitation: ({ from, role, placeCount, days, ...where }) => ({
    subject: `${from} lädt Sie ein, auf Coinless mitzuarbeiten`,
    text: `Sie sind eingeladen, auf Coinless für ${from} zu arbeiten. Ihre Rolle: ${roles[role]}${placeCount === undefined ? '' : placeCount === 1 ? ', an einem Standort' : `, an ${placeCount} Standorten`}. Melden Sie sich mit dieser Adresse an oder erstellen Sie damit ein Konto und nehmen Sie die Einladung innerhalb von ${days} Tagen an:\n\n${'link' in where ? where.link : `Öffnen Sie Coinless unter der Adresse, die ${from} verwendet, und hängen Sie dies an: ${where.path}`}\n\nWenn Sie ${from} nicht kennen, ignorieren Sie diese E-Mail.\n`,
  }),
  staff_joined: ({ email, role }) => ({
    subject: `${email} gehört jetzt zu Ihrem Team auf Coinless`,
    text: `${email} hat Ihre Einladung angenommen und gehört jetzt zu Ihrem Team. Rolle: ${roles[role]}. Wenn Sie diese Person nicht eingeladen haben, entfernen Sie sie unter „Einstellungen“, „Team“ und ändern Sie Ihr Passwort.\n`,
  }),
  webhook_rested: ({ host, days }) => ({
    subject: `Ihr Webhook an ${host} ist deaktiviert`,
    text: `Seit ${days} Tagen hat keine Zustellung ${host} erreicht, daher hat Coinless Ihren Webhook deaktiviert. Die Fehler stehen bei seinen Zustellungen. Beheben Sie das Problem beim Empfänger, aktivieren Sie den Webhook und senden Sie die ausgebliebenen Zustellungen erneut.\n`,
  }),
  ...queueMails,
  ...bookingMails,
  ...reportMails,
  weekly: ({ from, until, net, before, payments, silent, reports, link }) => {
    const named = ({ count, names }: typeof silent) =>
      count === 0
        ? '0'
        : `${count} (${names.join(', ')}${count > names.length ? ' und weitere' : ''})`
    const lines = [
      `${from(tag)} bis ${until(tag)}: ${formatMoney(net)} Umsatz, ${payments === 1 ? '1 Zahlung' : `${payments} Zahlungen`}`,
      `Woche davor: ${formatMoney(before)}`,
      `Geräte mit Handlungsbedarf: ${named(silent)}`,
      `Offene Meldungen: ${named(reports)}`,
    ]
    const more = link ? `\n\n${link}/revenue` : ''
    const end = `Sie haben diesen Wochenbericht eingeschaltet. Ausschalten können Sie ihn in Ihrem Profil unter „Benachrichtigungen“${link ? `: ${link}/profile` : '.'}`
    return {
      subject: `Ihre Woche auf Coinless: ${formatMoney(net)}`,
      text: `${lines.join('\n')}${more}\n\n${end}\n`,
    }
  },
  code_issued: (issued) => ({
    subject: `Guthabencode mit ${formatMoney(issued.balance)} von ${issued.from}`,
    text: `${issued.from} hat einen Guthabencode für Sie ausgestellt.\n\n${codeFacts(issued)} Wenn Sie ${issued.from} nicht kennen, ignorieren Sie diese E-Mail.\n`,
  }),
  code_topped_up: ({ amount, ...code }) => ({
    subject: `Ihr Guthabencode wurde mit ${formatMoney(amount)} aufgeladen`,
    text: `${code.from} hat Ihren Guthabencode mit ${formatMoney(amount)} aufgeladen.\n\n${codeFacts(code)}\n`,
  }),
  receipt: (paid) => ({
    subject: `Beleg über ${formatMoney(paid.amount)} für ${paid.deviceNumber}`,
    text: [
      `Betrag: ${formatMoney(paid.amount)}`,
      `Dauer: ${durationOf(paid.minutes)}`,
      ...(paid.programme === null ? [] : [`Programm: ${paid.programme}`]),
      `Gerätenummer: ${paid.deviceNumber}`,
      ...(paid.customerName === undefined
        ? []
        : [`Name des Kunden: ${paid.customerName ?? 'k. A.'}`]),
      `Datum: ${paid.time(tag)}`,
      `Zahlungs-ID: ${paid.id}`,
    ].join('\n'),
  }),
  /** Added to a receipt that has a number. */
  receipt_lines: ({ kind, number, seller, taxId, rate, tax, net }) =>
    [
      `${kind === 'receipt' ? 'Beleg-Nr.' : 'Korrekturbeleg-Nr.'}: ${number}`,
      `Verkäufer: ${seller}`,
      ...(taxId === null ? [] : [`USt-IdNr. oder Steuernummer: ${taxId}`]),
      ...(rate === null
        ? []
        : [
            `Enthaltene Umsatzsteuer (${formatPercent(rate)}): ${formatMoney(tax)}`,
            `Netto: ${formatMoney(net)}`,
          ]),
    ].join('\n'),
  credit_note: ({ id, amount, deviceNumber, time }) => ({
    subject: `Korrekturbeleg über ${formatMoney(amount)}${deviceNumber === null ? '' : ` für ${deviceNumber}`}`,
    text: [
      `Erstattet: ${formatMoney(amount)}`,
      ...(deviceNumber === null ? [] : [`Gerätenummer: ${deviceNumber}`]),
      `Datum: ${time(tag)}`,
      `${deviceNumber === null ? 'Aufladungs-ID' : 'Zahlungs-ID'}: ${id}`,
    ].join('\n'),
  }),
  top_up_receipt: ({ id, amount, time }) => ({
    subject: `Beleg über ${formatMoney(amount)} für Ihren Guthabencode`,
    text: [
      `Betrag: ${formatMoney(amount)}`,
      'Mit Karte bezahlt, für einen Guthabencode',
      `Datum: ${time(tag)}`,
      `Aufladungs-ID: ${id}`,
    ].join('\n'),
  }),
  top_up_back: ({ amount, refusal }) => ({
    subject: `Aufladung fehlgeschlagen: ${formatMoney(amount)} gehen zurück auf Ihre Karte`,
    text: `Mit Ihrer Karte wurden ${formatMoney(amount)} für einen Guthabencode bezahlt, der das Geld nicht aufnehmen konnte: ${
      {
        code_deleted: 'Er wurde gelöscht',
        code_disabled: 'Er wurde deaktiviert',
        code_expired: 'Er war abgelaufen',
        code_full: 'Er hat sein Höchstguthaben erreicht',
        code_handed_on: 'Er gehört nicht mehr Ihnen',
      }[refusal]
    }. Das Geld geht zurück auf Ihre Karte. Das kann einige Tage dauern.`,
  }),
}

function durationOf(minutes: number): string {
  return minutes === 1 ? '1 Minute' : `${minutes} Minuten`
}
