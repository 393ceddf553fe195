import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { languages } from '@coinless/contract/languages.ts'
import { expect, test } from 'vitest'
import { setTexts, t } from './texts.ts'

type Texts = { [name: string]: string | Texts }

const files = ['first', 'screens', 'later']

function textsIn(language: string, file: string): [string, string][] {
  const path = new URL(`../../../contract/texts/${language}/${file}.json`, import.meta.url)
  return flat(JSON.parse(readFileSync(path, 'utf8')))
}

function textsOf(language: string): Map<string, string> {
  return new Map(files.flatMap((file) => textsIn(language, file)))
}

function flat(texts: Texts, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[path + name, text]] : flat(text, `${path}${name}.`),
  )
}

/** 'units.minutes_one' and 'units.minutes_other' are forms of one text. */
const pluralForm = /_(zero|one|two|few|many|other)$/

function withoutForms(texts: Map<string, string>): string[] {
  const keys = [...texts.keys()].filter((key) => !onlyEnglish.test(key))
  return [...new Set(keys.map((key) => key.replace(pluralForm, '')))]
}

/** English alone has two orders of a date. */
const onlyEnglish = /^dates[.]dayFirst[.]/

const english = textsOf('en')
const sources = globSync(['**/*.ts', '**/*.tsx'], {
  cwd: new URL('../..', import.meta.url),
  exclude: ['dist/**', 'gallery/**', '**/*.test.ts'],
}).map((path) => ({ path, code: readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8') }))

/** Names the texts of device fields. */
const fieldTexts = readFileSync(
  new URL('../../../contract/device-fields.ts', import.meta.url),
  'utf8',
)

test.each(languages)('%s has exactly the English texts, none of them empty', (language) => {
  const texts = textsOf(language)
  expect(withoutForms(texts)).toEqual(withoutForms(english))
  expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
})

test.each(languages)('%s has each text once, in the same file as English', (language) => {
  for (const file of files) {
    const keys = (of: string) => withoutForms(new Map(textsIn(of, file)))
    expect(keys(language), file).toEqual(keys('en'))
  }
  expect(files.flatMap((file) => textsIn(language, file))).toHaveLength(textsOf(language).size)
})

test.each(languages.filter((language) => language !== 'en'))(
  '%s leaves no text of several words in English',
  (language) => {
    const severalWords = /\p{L}{3,} \p{L}{2,}/u
    const left = [...textsOf(language)].filter(
      ([key, text]) => text === english.get(key) && severalWords.test(text.replace(/{{\w+}}/g, '')),
    )
    expect(left).toEqual([])
  },
)

test.each(languages)('%s has every plural form of its language', (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const texts = textsOf(language)
  const counted = withoutForms(new Map([...texts].filter(([key]) => pluralForm.test(key))))
  expect(counted.length).toBeGreaterThan(0)
  for (const key of counted) {
    const forms = pluralCategories.filter((category) => texts.has(`${key}_${category}`))
    expect(forms, key).toEqual(pluralCategories)
  }
})

test.each(languages)('the texts of %s have the same placeholders', (language) => {
  function facts(text = '') {
    return [...new Set(text.match(/{{\w+}}/g))].sort()
  }
  for (const [key, text] of textsOf(language)) {
    const original = english.get(key) ?? english.get(key.replace(pluralForm, '_other'))
    expect(facts(text), key).toEqual(facts(original))
  }
})

test('keeps French colons and other high marks on the line of their word', () => {
  const folder = new URL('../../../contract/texts/fr/', import.meta.url)
  const lines = globSync('*.{json,ts}', { cwd: folder }).flatMap((name) =>
    readFileSync(new URL(name, folder), 'utf8').split('\n'),
  )
  // Up to a placeholder, because code in it has colons, too.
  const plainSpace = /(^\s*"\w+": "[^"]*|^\s*(text: )?`[^`$]*) [:;!?»]/
  expect(lines.filter((line) => plainSpace.test(line))).toEqual([])
})

test('the first texts are exactly those that show before sign-in', () => {
  const shown = shownFirst()
    .map((path) => codeOf(path))
    .join('\n')
  const madeFromParts =
    /^(dates[.]((shortM|m)onths[.]|(date|longDate|day)$)|words[.](tenant|landlord)$)/
  const labels = Object.values(endpoints)
    .flatMap((calls): { may: string; path: string; body: object }[] => Object.values(calls))
    // Displays have all texts.
    .filter(({ may, path }) => may === 'anyone' && !path.startsWith('/displays/'))
    .flatMap(({ body }) => ('shape' in body ? Object.keys(body.shape as object) : []))
    .map((name) => `field.${name}`)
  const needed = withoutForms(english).filter(
    (key) => shown.includes(`'${key}'`) || madeFromParts.test(key) || labels.includes(key),
  )
  expect(withoutForms(new Map(textsIn('en', 'first'))).sort()).toEqual(needed.sort())
})

/** The app's first code and the sign-in screens with all that they load, without the other screens. */
function shownFirst(): string[] {
  const signIn = sources.map(({ path }) => path).filter((path) => /^screens.auth/.test(path))
  const loadsScreens = /^app.(routes.tsx|early.ts)$/
  return loadedBy(['app/main.tsx', ...signIn], (path) =>
    loadsScreens.test(path) ? codeOf(path).replace(/import[(]/g, '') : codeOf(path),
  )
}

test('the later texts are exactly those that show only after they are loaded', () => {
  const withLaterTexts =
    /laterScreen[(]\s*'[^']+',\s*[(][)] => import[(]'[^']+'[)]|withLaterTexts[(]import[(]'[^']+'[)][)]/g
  const loaded = loadedBy(['app/main.tsx'], (path) => codeOf(path).replace(withLaterTexts, ''))
  const code = [fieldTexts, ...loaded.map((path) => codeOf(path))].join('\n')
  const parts = [...code.matchAll(/`([a-zA-Z]+[.][a-zA-Z._]*)[$][{]/g)].map(([, part = '']) => part)
  // Users who work for an account have all texts. Of computed names only some may show.
  const isEither = (key: string) =>
    key.startsWith('working.') || parts.some((part) => key.startsWith(part))
  const later = (key: string) => !code.includes(`'${key}'`)
  const misplaced = (file: string, belongs: (key: string) => boolean) =>
    withoutForms(new Map(textsIn('en', file))).filter((key) => !isEither(key) && !belongs(key))
  expect(misplaced('later', later)).toEqual([])
  expect(misplaced('screens', (key) => !later(key))).toEqual([])
})

function loadedBy(first: string[], loadingCodeOf: (path: string) => string): string[] {
  const found = new Set<string>()
  const begun = [...first]
  for (const path of begun) {
    if (found.has(path)) continue
    found.add(path)
    for (const [, loaded = ''] of loadingCodeOf(path).matchAll(
      /(?:from |import[(])'([.][^']+)'/g,
    )) {
      if (/[.]tsx?$/.test(loaded)) begun.push(join(dirname(path), loaded))
    }
  }
  return [...found]
}

function codeOf(path: string): string {
  return sources.find((source) => source.path === path)?.code ?? ''
}

test('has no unused text', () => {
  const code = [fieldTexts, ...sources.map((source) => source.code)].join('\n')
  const madeFromParts =
    /^(words[.]|moneyBack[.]|field[.]|dates[.]((shortM|m)onths[.]|(date|longDate|day)$)|shell[.]themes[.]|list[.]showing_|links[.](evidence|tested)[.]|controllers[.](about|lines|event|refusal)[.]|live[.](free|in_use|starting|done|out_of_order)$|dashboard[.]alert[.]|losses[.]why[.]|stickers[.]papers[.]|scan[.](problems|sticker|code)[.]|import[.](title|send|to)_|import[.](tooLarge|notText|tooManyRows|noRows)$|topUps[.]code_|webhooks[.]failure[.]|revenue[.]((this|last)_|by|\w+day$)|usage[.]figure_|bulk[.](fields|reasons)[.]|bulkReports[.](devices|prepaid_codes)$|rights[.]|system[.](keptBy|queues)[.]|apiKeys[.]about[.]|staff[.]about[.]|working[.]roles[.]|guide[.]|batches[.](issued|used|left|(topUp|extend|mail|disable)\w*)$)/
  const unused = withoutForms(english).filter(
    (key) => !madeFromParts.test(key) && !code.includes(`'${key}'`),
  )
  expect(unused).toEqual([])
})

test('has no literal text on a screen', () => {
  const names = /^(Coinless|404|Logout failed|https:..example.com.*)$/
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

test('formats a count in a text like every number', () => {
  setTexts('en', { units: { minutes_one: '{{count}} minute', minutes_other: '{{count}} minutes' } })
  expect(t('units.minutes', { count: 1 })).toBe('1 minute')
  expect(t('units.minutes', { count: 1_234_567 })).toBe('1,234,567 minutes')
})

test('ends a sentence with one period after a time such as 5:00 p.m.', () => {
  setTexts('es', { system: { dueSince: 'El primero desde {{time}}.' } })
  expect(t('system.dueSince', { time: '5:00 p.m.' })).toBe('El primero desde 5:00 p.m.')
  expect(t('system.dueSince', { time: 'ayer' })).toBe('El primero desde ayer.')
})

test('shows an unknown word of a newer server unchanged', () => {
  setTexts('en', { words: { active: 'Active' }, dashboard: { alert: { silent: 'Silent' } } })
  const said = (key: string) => t(key as 'words.active')
  expect(['words.zzz', 'words.pre.paid', 'words.constructor', 'words.{{x}}'].map(said)).toEqual([
    'zzz',
    'pre.paid',
    'constructor',
    '{{x}}',
  ])
  expect(said('dashboard.alert.zzz')).toBe('zzz')
})
