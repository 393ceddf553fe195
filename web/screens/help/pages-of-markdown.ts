import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import { guidePages, servedDocuments } from './served-documents.ts'

/** Address of a link under /help, or null if its target is not served. */
export function servedAt(href: string): string | null {
  const [path = '', place] = href.split('#')
  const hash = place === undefined ? '' : `#${place}`
  if (path === '') return hash
  if (/^https?:/.test(path)) return href
  const name = basename(path, '.md')
  if (!path.endsWith('.md') || !(guidePages.includes(name) || name in servedDocuments)) return null
  return `${name === 'index' ? '/help' : `/help/${name}`}${hash}`
}

/** Anchor of a heading, as on GitHub. */
export function placeOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/g, '-')
}

/** Pages with fewer sections need no table of contents. */
const fewestListed = 4

export function headingsOf(markdown: string): Tokens.Heading[] {
  return new Marked()
    .lexer(markdown)
    .filter((token) => token.type === 'heading') as Tokens.Heading[]
}

/**
 * Title and HTML of a page, with pictures as `picture:0`, `picture:1` and so on.
 * @param translations the same page in other languages, whose anchors also work here
 */
export function pageOf(markdown: string, translations: string[] = []) {
  const pictures: string[] = []
  const headings = headingsOf(markdown)
  const others = translations.map(headingsOf)
  const sections = headings.filter(({ depth }) => depth === 2)
  let title = ''
  let drawn = 0
  let listed = sections.length < fewestListed
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        if (depth === 1) title = text
        const place = placeOf(text)
        const elsewhere = others.map((each) => placeOf(each[drawn]?.text ?? text))
        drawn++
        const places = [...new Set(elsewhere)]
          .filter((each) => each !== place)
          .map((each) => `<span id="${each}"></span>`)
        const inner = places.join('') + this.parser.parseInline(tokens)
        const list = depth === 2 && !listed ? listOf(sections) : ''
        if (list) listed = true
        return `${list}<h${depth} id="${place}">${inner}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const address = servedAt(href)
        return address === null ? text : `<a href="${address}">${text}</a>`
      },
      image({ href, text }: Tokens.Image) {
        pictures.push(href)
        return `<img src="picture:${pictures.length - 1}" alt=${quoted(text)} loading="lazy">`
      },
      // Wide code scrolls separately, also by keyboard.
      code: ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
    },
  })
  const html = marked
    .parse(markdown, { async: false })
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<th></th>', '<td></td>')
  return { title, html, pictures }
}

function listOf(sections: Tokens.Heading[]): string {
  const links = sections.map(
    ({ text }) => `<li><a href="#${placeOf(text)}">${new Marked().parseInline(text)}</a></li>`,
  )
  return `<ul class="places">${links.join('')}</ul>\n`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function quoted(text: string): string {
  return `"${escaped(text).replaceAll('"', '&quot;')}"`
}

function translationsOf(path: string): string[] {
  const guide = resolve(dirname(path), '..')
  if (basename(guide) !== 'guide') return []
  return globSync(join(guide, '*', basename(path)))
    .filter((each) => each !== path)
    .map((each) => readFileSync(each, 'utf8'))
}

/** Builds each page as a module with title and HTML, so that the browser needs no Markdown parser. */
export function pagesOfMarkdown(): Plugin {
  return {
    name: 'pages of Markdown',
    enforce: 'pre',
    transform(markdown, id) {
      if (!id.endsWith('.md')) return null
      const { title, html, pictures } = pageOf(markdown, translationsOf(id))
      const imports = pictures.map(
        (path, n) => `import p${n} from ${JSON.stringify(`${path}?url`)}`,
      )
      const places = pictures.map((_, n) => `.replace('picture:${n}"', p${n} + '"')`)
      const code = [
        ...imports,
        `export const title = ${JSON.stringify(title)}`,
        `export const html = ${JSON.stringify(html)}${places.join('')}`,
      ].join('\n')
      return { code, map: null, moduleType: 'js' }
    },
  }
}
