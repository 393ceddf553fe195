import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { refusals } from '@coinless/contract/refusals.ts'
import { expect, test } from 'vitest'

/** The code base's own rules: what no linter checks. */

const maxLinesOfFile = 300

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
const sources = tracked
  .split('\n')
  .filter((path) => /[.](ts|tsx|mjs)$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const product = sources.filter(({ path }) => !/[.](test|spec)[.]tsx?$|^server\/test\//.test(path))
const tests = sources.filter((source) => !product.includes(source))

function holding(pattern: RegExp, files = sources): string[] {
  return files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
}

test('no source file is longer than 300 lines', () => {
  const long = sources.filter(({ text }) => text.split('\n').length > maxLinesOfFile + 1)
  expect(long.map(({ path }) => path)).toEqual([])
})

test('no file or folder has a name that says nothing', () => {
  const empty = /(^|[/-])(utils?|helpers?|common|misc|managers?)([/.-]|$)/i
  expect(sources.map(({ path }) => path).filter((path) => empty.test(path))).toEqual([])
})

test('files are named in kebab-case, and in PascalCase where they hold one component', () => {
  const named =
    /^[.]?[a-z0-9]+(-[a-z0-9]+)*([.][a-z]+)*[.](ts|mjs)$|^([A-Z][a-zA-Z0-9]*|[a-z0-9-]+)[.]tsx$/
  const names = sources.map(({ path }) => path.split('/').at(-1) ?? '')
  expect(names.filter((name) => !named.test(name))).toEqual([])
})

test('only api.ts of the web app fetches', () => {
  const web = product.filter(({ path }) => path.startsWith('web/') && path !== 'web/api.ts')
  expect(holding(/\bfetch\(|XMLHttpRequest|EventSource|WebSocket/, web)).toEqual([])
})

test('the server asks no other server by HTTP', () => {
  const server = product.filter(({ path }) => path.startsWith('server/'))
  expect(holding(/\bfetch\(|from '(node:)?https?'|undici|axios/, server)).toEqual([])
})

test('only config.ts of the server reads the environment', () => {
  const server = product.filter(({ path }) => /^(contract|server)\//.test(path))
  const readers = ['config', 'main', 'tool', 'database/postgres-programs'].map(
    (name) => `server/${name}.ts`,
  )
  expect(holding(/process[.]env/, server).filter((path) => !readers.includes(path))).toEqual([])
})

test('every npm script runs on the Node of the product, whatever the machine has', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const others = Object.entries(scripts).filter(
    ([, script]) => !script.startsWith('PATH=$(node scripts/install.mjs) && '),
  )
  expect(others).toEqual([])
})

test('every endpoint says who may call it', () => {
  const calls = Object.values(endpoints).flatMap((feature) => Object.values(feature))
  for (const { path, may } of calls) {
    expect(['anyone', 'signed-in', 'admin'], path).toContain(may)
  }
})

test.each(Object.keys(refusals))(
  'the refusal %s is thrown by the server and seen in a test',
  (code) => {
    const quoted = new RegExp(`'${code}'`)
    expect(
      holding(
        quoted,
        product.filter(({ path }) => path.startsWith('server/')),
      ),
    ).not.toEqual([])
    expect(holding(quoted, tests)).not.toEqual([])
  },
)

test('no unfinished work and no silenced check', () => {
  const marks = new RegExp(
    ['TO' + 'DO', 'FIX' + 'ME', '@ts-' + 'ignore', 'test[.]skip', 'test[.]only'].join('|'),
  )
  expect(
    holding(
      marks,
      sources.filter(({ path }) => path !== 'tidy.test.ts'),
    ),
  ).toEqual([])
})
