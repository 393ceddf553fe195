import { asciiAddress } from '@coinless/contract/addresses.ts'
import { folded, wordingsOf } from '@coinless/contract/folded.ts'
import { typedSecret } from '@coinless/contract/typed-secrets.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A text that a search looks through. */
export interface Searched {
  /** SQL names of a text in search form, never input. */
  column: string
  /** What is written there, where that is compared otherwise than any text. */
  of?: 'id' | 'code' | 'phone'
}

/** One way in which a text may hold what is looked for. */
export interface Place {
  /** The text, as an index has it. */
  of: RawBuilder<unknown>
  wanted: string
  /** Without which no index of it is used. */
  where?: RawBuilder<SqlBool>
}

/** Where what is looked for may stand, however either of them is written. */
export function placesOf(searched: Searched, search: string): Place[] {
  if (searched.of === 'code') return codePlaces(sql.raw(searched.column), search)
  const texts = new Set(wordingsOf(search).map((text) => folded(asciiAddress(text))))
  return [...texts].flatMap((text) => placesOfText(searched, text))
}

function placesOfText({ column, of }: Searched, text: string): Place[] {
  const name = sql.raw(column)
  if (of === 'id') return [{ of: name, wanted: text }]
  const digits = of === 'phone' ? phoneDigits(text) : undefined
  return [
    { of: name, wanted: text },
    { of: foldedText(name), wanted: text, where: hasOtherLetters(name) },
    ...(digits ? [{ of: name, wanted: digits }] : []),
  ]
}

/** Codes are told apart by their letters and digits alone. */
function codePlaces(name: RawBuilder<unknown>, search: string): Place[] {
  const wanted = folded(typedSecret(search)).replace(/[^\p{L}\p{N}]/gu, '')
  return wanted === '' ? [] : [{ of: sql`replace(${name}, '-', '')`, wanted }]
}

/** Those of a number are kept without what is written between them, too. */
function phoneDigits(text: string): string | undefined {
  const isNumber = /^[\d\s()+./-]+$/.test(text)
  const digits = text.replace(/\D/g, '')
  return isNumber && digits.length >= 4 && digits !== text ? digits : undefined
}

/** ASCII is folded as it is. */
function hasOtherLetters(name: RawBuilder<unknown>) {
  return sql<SqlBool>`octet_length(${name}) <> length(${name})`
}

/** As `folded` of the contract does. The indexes `…_folded` hold this, letter by letter. */
export function foldedText(name: RawBuilder<unknown>) {
  return sql`case when octet_length(${name}) <> length(${name}) then
    replace(replace(replace(replace(translate(
      lower(normalize(regexp_replace(normalize(${name}, NFKD),
        '[\\u0300-\\u036f\\u00ad\\u200b-\\u200d\\u2060\\ufeff]', '', 'g'), NFKC)),
      'øłđðħŧıς‘’ʼ‐–—−', 'olddhtiσ''''''----'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end`
}
