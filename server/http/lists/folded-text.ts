import { asciiAddress } from '@coinless/contract/addresses.ts'
import { folded, wordingsOf } from '@coinless/contract/folded.ts'
import { typedSecret } from '@coinless/contract/typed-secrets.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A searched text. */
export interface Searched {
  /** SQL name of a text in search form, never input. */
  column: string
  /** Kind of text, if it needs a special comparison. */
  of?: 'id' | 'code' | 'phone'
}

/** One form in which a text may contain the search text. */
export interface Place {
  /** The text as indexed. */
  of: RawBuilder<unknown>
  wanted: string
  /** Condition that the index requires. */
  where?: RawBuilder<SqlBool>
}

/** Forms to search for, in all spellings of text and search. */
export function placesOf(searched: Searched, search: string): Place[] {
  if (searched.of === 'code') return codePlaces(sql.raw(searched.column), search)
  const texts = new Set(wordingsOf(search).map((text) => folded(asciiAddress(text))))
  return [...texts].flatMap((text) => placesOfText(searched, text))
}

function placesOfText({ column, of }: Searched, text: string): Place[] {
  const name = sql.raw(column)
  if (of === 'id') return [placeOfId(name, text)]
  const digits = of === 'phone' ? phoneDigits(text) : undefined
  return [
    { of: name, wanted: text },
    { of: foldedText(name), wanted: text, where: hasOtherLetters(name) },
    ...(digits ? [{ of: name, wanted: digits }] : []),
  ]
}

/** Screens show the first 8 characters, and indexes contain only these: the others cost a payment more than all its text. */
function placeOfId(name: RawBuilder<unknown>, text: string): Place {
  const shown = { of: sql`left(${name}::text, 8)`, wanted: text.slice(0, 8) }
  return text.length > 8 ? { ...shown, where: sql`starts_with(${name}::text, ${text})` } : shown
}

/** Only letters and digits distinguish codes. */
function codePlaces(name: RawBuilder<unknown>, search: string): Place[] {
  const wanted = folded(typedSecret(search)).replace(/[^\p{L}\p{N}]/gu, '')
  return wanted === '' ? [] : [{ of: sql`replace(${name}, '-', '')`, wanted }]
}

/** Phone numbers are also stored without separators. */
function phoneDigits(text: string): string | undefined {
  const isNumber = /^[\d\s()+./-]+$/.test(text)
  const digits = text.replace(/\D/g, '')
  return isNumber && digits.length >= 4 && digits !== text ? digits : undefined
}

/** ASCII text is already folded. */
function hasOtherLetters(name: RawBuilder<unknown>) {
  return sql<SqlBool>`octet_length(${name}) <> length(${name})`
}

/** Same as `folded` in the contract. The indexes `…_folded` contain exactly this expression. */
export function foldedText(name: RawBuilder<unknown>) {
  return sql`case when octet_length(${name}) <> length(${name}) then
    replace(replace(replace(replace(translate(
      lower(normalize(regexp_replace(normalize(${name}, NFKD),
        '[\\u0300-\\u036f\\u00ad\\u200b-\\u200d\\u2060\\ufeff]', '', 'g'), NFKC)),
      'øłđðħŧıς‘’ʼ‐–—−', 'olddhtiσ''''''----'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end`
}
