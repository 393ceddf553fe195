import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { headingsOf, placeOf } from '../web/screens/help/pages-of-markdown.ts'

const pages = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => existsSync(path) && path !== '')
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const anchorsOf = (path: string) =>
  headingsOf(readFileSync(path, 'utf8')).map(({ text }) => placeOf(text))

test.each(pages)(
  'every link of $path leads to a file, and to a heading that it has',
  ({ path, text }) => {
    const prose = text.replaceAll(/^```.*?^```/gms, '')
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    for (const link of links.filter((each) => !/^[a-z]+:/.test(each))) {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : join(dirname(path), file)
      expect(existsSync(target), link).toBe(true)
      if (anchor && target.endsWith('.md')) expect(anchorsOf(target), link).toContain(anchor)
    }
  },
)
