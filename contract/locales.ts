import { currency } from './currency.ts'
import type { Language } from './languages.ts'

/** How a language and region write numbers, amounts and hours. */
export interface Locale {
  /** BCP 47, for Intl. */
  tag: string
  /** Between groups of three digits. */
  group: string
  decimal: string
  /** Whole numbers with fewer digits have no groups. */
  groupsFrom: number
  isSignFirst: boolean
  /** Between an amount and the currency's sign. */
  gap: string
  percent: string
  /** 'h': 12 hours; 'H': 24 hours; 'HH': with a leading zero. */
  hours: 'h' | 'H' | 'HH'
  isMonthFirst: boolean
}

/**
 * Smallest amount with groups, percent, hours, and where they are written so. From CLDR, as Intl uses it. A table,
 * because Intl's first number takes a phone 130 ms.
 */
const conventions: [amount: string, percent: string, hours: Locale['hours'], tags: string][] = [
  ['¤1,234.50', '%', 'HH', 'en'],
  ['¤1,234.50', '%', 'h', 'en-US en-CA en-PH en-PR en-AU en-NZ en-IN en-SG en-HK en-MY'],
  ['¤1,234.50', '%', 'H', 'en-IL en-JP'],
  ['¤1,234.50', '\u00a0%', 'HH', 'en-DE'],
  ['¤\u00a01.234,50', '\u00a0%', 'HH', 'en-AT'],
  ['1.234,50\u00a0¤', '%', 'HH', 'en-PL en-RO'],
  ['1\u00a0234,50\u00a0¤', '\u00a0%', 'HH', 'en-NO en-SE'],
  ['1\u00a0234,50\u00a0¤', '%', 'HH', 'en-CZ'],
  ['¤1\u00a0234,50', '%', 'HH', 'en-ZA'],
  ['12.345,50\u00a0¤', '\u00a0%', 'H', 'es'],
  ['¤1,234.50', '%', 'h', 'es-419 es-MX es-US es-CU es-PR es-PA es-GT es-HN es-NI es-SV es-DO'],
  ['¤\u00a01,234.50', '%', 'h', 'es-PE'],
  ['¤\u00a01.234,50', '%', 'h', 'es-AR es-CO es-UY es-PY'],
  ['¤1.234,50', '%', 'h', 'es-CL es-VE es-BO es-EC'],
  ['¤1\u00a0234,50', '%', 'h', 'es-CR'],
  ['1.234,50\u00a0¤', '\u00a0%', 'HH', 'de'],
  ['¤\u00a01.234,50', '\u00a0%', 'HH', 'de-AT'],
  ["¤\u00a01'234.50", '%', 'HH', 'de-CH de-LI en-CH'],
  ['1\u202f234,50\u00a0¤', '\u00a0%', 'HH', 'fr'],
  ["1'234.50\u00a0¤", '%', 'HH', 'fr-CH'],
  ['1\u00a0234,50\u00a0¤', '\u00a0%', 'HH', 'fr-CA'],
  ['1.234,50\u00a0¤', '\u00a0%', 'HH', 'fr-LU en-DK'],
  ['¤\u00a01.234,50', '%', 'HH', 'pt'],
  ['12\u00a0345,50\u00a0¤', '%', 'HH', 'pt-PT pt-CH pt-LU pt-MZ'],
]

const monthFirst = /^en-(US|CA|PH|PR|JP)$/

/** Without what may surround it, such as a script or a variant. Tags have any case. */
function regionOf(tag: string, language: Language): string[] {
  const [, region] = /^\w+-(?:[a-z]{4}-)?([a-z]{2}|\d{3})(?![^-])/i.exec(tag) ?? []
  return region && tag.toLowerCase().startsWith(`${language}-`) ? [region.toUpperCase()] : []
}

/**
 * @param wanted BCP 47 tags, such as those of a browser. The first of the language decides the region, otherwise the
 * country of the currency. In dollars, English is that of the United States.
 */
export function localeOf(language: Language, wanted: readonly string[] = []): Locale {
  const [region = currency.code.slice(0, 2)] = wanted.flatMap((each) => regionOf(each, language))
  const own = `${language}-${region}`
  const tag = language === 'en' && currency.code === 'USD' ? 'en-US' : own
  const known = conventions.find(([, , , tags]) => tags.split(' ').includes(tag))
  const found = known ?? conventions.find(([, , , tags]) => tags === language)
  const [amount = '', percent = '', hours = 'HH'] = found ?? []
  const [, before = '', start = '', group = '', decimal = '', gap = ''] =
    /^(¤\s?)?(\d+)(\D)\d{3}(\D)\d\d(\s?)/.exec(amount) ?? []
  return {
    // Intl would write English of other regions as that of the United States.
    tag: known || language !== 'en' ? tag : 'en-GB',
    ...{ group, decimal, percent, hours },
    groupsFrom: start.length + 3,
    isSignFirst: before !== '',
    gap: before.slice(1) || gap,
    isMonthFirst: monthFirst.test(tag),
  }
}

/** @param plain a number as JavaScript writes it, such as '-1234.5' */
export function localNumber(plain: string, { group, decimal, groupsFrom }: Locale): string {
  const [whole = '', decimals] = plain.split('.')
  const minus = whole.startsWith('-') ? '-' : ''
  const digits = whole.slice(minus.length)
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) {
    groups.unshift(digits.slice(Math.max(0, end - 3), end))
  }
  const shown = digits.length < groupsFrom ? digits : groups.join(group)
  return minus + shown + (decimals === undefined ? '' : decimal + decimals)
}

/** A number with the currency's sign, such as '-$2.50' for '-2.50'. */
export function withSign(number: string, { isSignFirst, gap }: Locale): string {
  const minus = number.startsWith('-') ? '-' : ''
  const amount = number.slice(minus.length)
  const isWord = /\p{L}$/u.test(currency.sign)
  const space = isWord ? gap || '\u00a0' : gap
  return minus + (isSignFirst ? currency.sign + space + amount : amount + space + currency.sign)
}
