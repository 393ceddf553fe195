import { globSync, readFileSync } from 'node:fs'
import { languages } from '@coinless/contract/languages.ts'
import { expect, test } from 'vitest'

type Texts = { [name: string]: string | Texts }

function textsOf(language: string): Map<string, string> {
  const file = new URL(`../../contract/texts/${language}/screens.json`, import.meta.url)
  return new Map(flat(JSON.parse(readFileSync(file, 'utf8'))))
}

function flat(texts: Texts, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[path + name, text]] : flat(text, `${path}${name}.`),
  )
}

/** 'units.minutes_one' and 'units.minutes_other' are forms of one text. */
const pluralForm = /_(zero|one|two|few|many|other)$/

function withoutForms(texts: Map<string, string>): string[] {
  return [...new Set([...texts.keys()].map((key) => key.replace(pluralForm, '')))]
}

const english = textsOf('en')
const sources = globSync(['**/*.ts', '**/*.tsx'], {
  cwd: new URL('..', import.meta.url),
  exclude: ['dist/**', 'gallery/**', '**/*.test.ts'],
}).map((path) => ({ path, code: readFileSync(new URL(`../${path}`, import.meta.url), 'utf8') }))

test.each(languages)('%s has every text, none empty and none more', (language) => {
  const texts = textsOf(language)
  expect(withoutForms(texts)).toEqual(withoutForms(english))
  expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
})

test.each(languages)('%s has every plural form that its numbers need', (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const texts = textsOf(language)
  const counted = withoutForms(new Map([...texts].filter(([key]) => pluralForm.test(key))))
  expect(counted.length).toBeGreaterThan(0)
  for (const key of counted) {
    const forms = pluralCategories.filter((category) => texts.has(`${key}_${category}`))
    expect(forms, key).toEqual(pluralCategories)
  }
})

test.each(languages)('the texts of %s name the same facts', (language) => {
  function facts(text = '') {
    return [...new Set(text.match(/{{\w+}}/g))].sort()
  }
  for (const [key, text] of textsOf(language)) {
    const original = english.get(key) ?? english.get(key.replace(pluralForm, '_other'))
    expect(facts(text), key).toEqual(facts(original))
  }
})

test('no text is kept that nothing shows', () => {
  const code = sources.map((source) => source.code).join('\n')
  const madeFromParts = /^(words[.]|field[.]|dates[.](shortM|m)onths[.]|list[.]showing_)/
  const unused = withoutForms(english).filter(
    (key) => !madeFromParts.test(key) && !code.includes(`'${key}'`),
  )
  expect(unused).toEqual([])
})

test('no screen says anything that is not among the texts', () => {
  const names = /^(Coinless|404|Logout failed)$/
  const spoken = [
    />\s*([A-Za-z][^<>{}=;]*?)\s*<\//g,
    /\b(?:label|title|placeholder|description|alt|aria-label|submitLabel)="([^"]*[a-z][^"]*)"/g,
    /\b(?:header|title|text|hint): '([^']*[a-z][^']*)'/g,
    /[(,?:]\s*'([A-Z][^'\n]* [^'\n]*)'/g,
  ]
  const literals = sources.flatMap(({ path, code }) =>
    spoken.flatMap((pattern) =>
      [...code.matchAll(pattern)]
        .map(([, text = '']) => text)
        .filter((text) => !names.test(text))
        .map((text) => `${path}: ${text}`),
    ),
  )
  expect(literals).toEqual([])
})
