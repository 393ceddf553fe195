import { currency } from '../../currency.ts'
import { limits } from '../../limits.ts'
import { revenueLimits } from '../../revenue-limits.ts'
import type { fields as english } from '../en/fields.ts'
import { formatsOf } from '../formats.ts'

const { formatCount } = formatsOf('de')

export const fields: typeof english = {
  language: 'de',
  // In quotes, because labels may be plural.
  statement: (name, problem) => `„${name}“ ${problem}.`,
  tooManyCells: 'Hier sind nur Name, E-Mail und Telefonnummer erlaubt.',
  brokenQuotes: 'Ein Anführungszeichen ist nicht geschlossen oder steht in einem Wert.',
  inLine: (line, statement) => `Zeile ${line}: ${statement}`,
  problems: {
    unknown_field: 'ist kein bekanntes Feld',
    required: 'fehlt',
    invalid: 'ist ungültig',
    empty: 'darf nicht leer sein',
    control_characters: 'darf keine Steuerzeichen enthalten',
    half_character: 'darf kein halbes Zeichen enthalten (ein einzelnes Surrogat)',
    repeated: 'darf nur einmal vorkommen',
    dots_alone: 'darf nicht nur aus Punkten bestehen',
    not_an_id: 'ist keine gültige ID',
    not_in_room: 'ist nicht in diesem Raum',
    not_a_sticker: 'Diese Aufklebernummer ist ungültig. Prüfen Sie die Ziffern',
    not_an_email: 'muss eine E-Mail-Adresse sein',
    not_a_web_address: 'muss eine Adresse mit http oder https sein',
    none_chosen: 'Wählen Sie mindestens einen Eintrag',
    not_a_time: 'muss ein Zeitpunkt mit Zeitzone sein, etwa 2027-01-31T18:00:00Z',
    not_a_time_of_day: 'muss eine Uhrzeit sein, etwa 22:00',
    not_a_quarter: 'muss auf eine Viertelstunde fallen, etwa 22:15',
    times_overlap: 'Diese Zeiten überschneiden sich mit anderen',
    one_for_each_programme: 'muss für jedes Programm einen Wert enthalten',
    not_the_first_programme: 'muss mit Preis und Dauer des Geräts beginnen',
    not_a_time_zone: 'muss eine Zeitzone sein, etwa Europe/Berlin',
    not_a_day: 'muss ein Tag sein, etwa 2026-01-31',
    in_the_past: 'darf nicht in der Vergangenheit liegen',
    period_or_days: 'muss entfallen, wenn ein Zeitraum angegeben ist',
    before_the_first_day: 'darf nicht vor dem ersten Tag liegen',
    as_long_as_a_slot: 'muss kürzer sein als jede buchbare Zeit',
    too_many_days: `darf höchstens ${revenueLimits.revenueDays} Tage nach dem ersten liegen`,
    not_text: 'muss ein Text sein',
    not_a_number: 'muss eine Zahl sein',
    ambiguous_number: 'Tausender oder Dezimalstellen? Schreiben Sie 1500 oder 1,50.',
    not_whole: 'muss eine ganze Zahl sein',
    not_a_boolean: 'muss true oder false sein',
    not_an_object: 'muss ein Objekt sein',
    not_a_list: 'muss eine Liste sein',
    above_duration: 'darf nicht länger als die Dauer sein',
    one_of_two: 'oder „Kunden“ muss angegeben werden, aber nicht beides',
    zero: 'darf nicht 0 sein',
    photo_too_large: `Das Foto darf höchstens ${limits.photoBytes / 1024 / 1024} MB groß sein`,
    not_base64: 'muss in Base64 kodiert sein',
    too_many_decimals:
      currency.decimals === 0
        ? 'muss eine ganze Zahl sein'
        : 'darf höchstens 2 Nachkommastellen haben',
    two_decimals: 'darf höchstens 2 Nachkommastellen haben',
    code_characters: 'darf nur Buchstaben, Ziffern und Bindestriche enthalten',
    short_password: `Das Passwort muss mindestens ${limits.passwordMin} Zeichen haben`,
  },
  limitProblems: {
    oneOf: (values) => `muss einer dieser Werte sein: ${values}`,
    orMore: (limit) => `muss mindestens ${limit} sein`,
    orLess: (limit) => `darf höchstens ${limit} sein`,
    atLeastCharacters: (limit) => `muss mindestens ${limit} Zeichen haben`,
    atMostLines: (limit) => `darf höchstens ${formatCount(limit)} Zeilen haben`,
    atMostCharacters: (limit) => `darf höchstens ${limit} Zeichen haben`,
  },
}
