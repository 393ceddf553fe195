import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { defaultLanguage, type Language } from '@coinless/contract/languages.ts'
import { expect, test } from 'vitest'
import { textFiles } from '../../shared/loading/text-files.ts'
import { findPage } from './pages.ts'
import { headingsOf, pageOf, servedAt } from './pages-of-markdown.ts'
import { guidePages, servedDocuments } from './served-documents.ts'

/** Languages whose guide is translated. Others show the English pages. */
const languages = globSync('docs/guide/*/index.md').map(
  (path) => basename(dirname(path)) as Language,
)
const guide = languages.flatMap((language) =>
  globSync(`docs/guide/${language}/*.md`).map((path) => ({ language, path })),
)
const read = (path: string) => readFileSync(path, 'utf8')

/** Without code blocks, which contain no links. */
const linksOf = (path: string) =>
  [
    ...read(path)
      .replaceAll(/^```.*?^```/gms, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].map(([, link]) => link ?? '')

test('has the same pages in each language', () => {
  const pages = languages.map((language) =>
    guide
      .filter((page) => page.language === language)
      .map(({ path }) => basename(path))
      .sort(),
  )
  for (const each of pages) expect(each).toEqual(guidePages.map((name) => `${name}.md`))
})

test('has the same headings in the same order in each language', () => {
  const depths = (of: string) => headingsOf(read(of)).map(({ depth }) => depth)
  for (const { language, path } of guide) {
    const english = path.replace(`/${language}/`, `/${defaultLanguage}/`)
    expect(depths(path), path).toEqual(depths(english))
  }
})

test.each(Object.keys(servedDocuments))('has a page for the served document %s', (name) => {
  expect(findPage(name, 'en')).toBeDefined()
})

test.each(guide)('links from $path to existing served pages only', ({ language, path }) => {
  const pages = linksOf(path).filter((link) => link.includes('.md'))
  for (const link of pages) {
    const address = servedAt(link)
    expect(address, link).toMatch(/^[/]help/)
    const name = /^[/]help[/]?([a-z-]*)/.exec(address ?? '')?.[1] || 'index'
    expect(findPage(name, language), link).toBeDefined()
  }
})

test('shows the English page in a language without a guide', () => {
  const page = findPage('tenants', 'xx' as Language)
  expect(page).toEqual(findPage('tenants', 'en'))
})

test('names only buttons, fields and places that the screens have', async () => {
  for (const { language, path } of guide) {
    const files = await Promise.all(textFiles(language).map((load) => load()))
    const texts = new Set(files.flatMap((file) => stringsOf(file.default)))
    const named = [...read(path).matchAll(/\*\*([^*]+)\*\*/g)].map(([, label]) => label)
    expect(
      named.filter((label) => !texts.has(label ?? '')),
      path,
    ).toEqual([])
  }
})

function stringsOf(texts: object): string[] {
  return Object.values(texts).flatMap((each) =>
    typeof each === 'string' ? [each] : stringsOf(each),
  )
}

test('renders links to unserved files as plain text, and wide blocks as scrollable', () => {
  const { title, html, pictures } = pageOf(
    '# A & B\n\n[x](../deploy/Caddyfile) [y](operating.md#tls) ![z](../pictures/en/z.jpg)\n\n```\n<a>\n```\n',
  )
  expect(title).toBe('A & B')
  expect(pictures).toEqual(['../pictures/en/z.jpg'])
  expect(html).toContain('<p>x <a href="/help/operating#tls">y</a> <img src="picture:0" alt="z"')
  expect(html).toContain('<pre tabindex="0"><code>&lt;a&gt;</code></pre>')
})
