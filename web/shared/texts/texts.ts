import { wordsOfField } from '@coinless/contract/field-words.ts'
import { defaultLanguage, type Language } from '@coinless/contract/languages.ts'
import { type Locale, localeOf, localNumber } from '@coinless/contract/locales.ts'
import type first from '@coinless/contract/texts/en/first.json'
import type later from '@coinless/contract/texts/en/later.json'
import type screens from '@coinless/contract/texts/en/screens.json'
import type { FieldTexts } from '@coinless/contract/texts/field-texts.ts'

export interface Texts {
  [name: string]: string | Texts
}

/** The path of a text within its file, such as 'shell.home', without its plural form. */
export type TextKey = KeyOf<typeof first> | KeyOf<typeof screens> | KeyOf<typeof later>

type KeyOf<T> = {
  [Name in keyof T & string]: T[Name] extends string
    ? WithoutForm<Name>
    : `${Name}.${KeyOf<T[Name]>}`
}[keyof T & string]

type WithoutForm<Name> = Name extends `${infer Text}_${Intl.LDMLPluralRule}` ? Text : Name

let language: Language = defaultLanguage
let files: Texts[] = []
let ofFields: FieldTexts | undefined
let plurals = new Intl.PluralRules(language)
let locale = localeOf(language)

export function currentLanguage(): Language {
  return language
}

/** Messages about fields, in the screen's language. */
export function currentFieldTexts(): FieldTexts {
  if (!ofFields) throw new Error('no texts of fields have been set')
  return ofFields
}

export function setFieldTexts(texts: FieldTexts): void {
  ofFields = texts
}

/** How the reader's region writes numbers and times. */
export function currentLocale(): Locale {
  return locale
}

/** Sets the texts that `t` returns from now on. */
export function setTexts(ofLanguage: Language, ...itsFiles: Texts[]): void {
  language = ofLanguage
  files = itsFiles
  plurals = new Intl.PluralRules(ofLanguage)
  locale = localeOf(ofLanguage, navigator.languages)
}

/**
 * A text in the screen's language, with placeholders filled in: '{{name}}' is `facts.name`. `facts.count` chooses the
 * plural form and is formatted as a number of the locale. A fact that ends in a full stop, such as 'p.m.', also ends its sentence. A
 * key without a text, for example from a later server version, returns its last part: 'zzz' for 'words.zzz'.
 */
export function t(key: TextKey, facts: { count?: number; [name: string]: unknown } = {}): string {
  const { count } = facts
  const form = count === undefined ? '' : `_${plurals.select(count)}`
  const text = textAt(key + form) ?? textAt(key)
  if (text === undefined) return unknownPart(key)
  return text.replace(/{{(\w+)}}(\.?)/g, (_, name: string, stop: string) => {
    const fact =
      name === 'count' && count !== undefined
        ? localNumber(String(count), locale)
        : String(facts[name])
    return fact.endsWith('.') ? fact : fact + stop
  })
}

/** The label of a field of a call; otherwise the words of its name. */
export function fieldName(field: string): string {
  return textAt(`field.${field}`) ?? wordsOfField(field)
}

/** The part after the known names of text groups. */
function unknownPart(path: string): string {
  const names = path.split('.')
  let known = 0
  for (const texts of files) {
    let found: string | Texts | undefined = texts
    for (const [depth, name] of names.entries()) {
      found = found[name]
      if (typeof found !== 'object') break
      known = Math.max(known, depth + 1)
    }
  }
  return names.slice(known).join('.')
}

function textAt(path: string): string | undefined {
  const names = path.split('.')
  for (const texts of files) {
    let found: string | Texts | undefined = texts
    for (const name of names) found = typeof found === 'object' ? found[name] : undefined
    if (typeof found === 'string') return found
  }
  return undefined
}
