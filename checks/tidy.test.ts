import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { statusOfRefusal } from '@coinless/contract/refusals.ts'
import { expect, test } from 'vitest'

/** Rules of this code base that no linter checks. */

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
const sources = tracked
  .split('\n')
  .filter((path) => /[.](ts|tsx|mjs)$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const product = sources.filter(({ path }) => !/[.](test|spec)[.]tsx?$|^test\//.test(path))
const tests = sources.filter((source) => !product.includes(source))

function holding(pattern: RegExp, files = sources): string[] {
  return files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
}

test('has no vague file or folder names', () => {
  const empty = /(^|[/-])(utils?|helpers?|common|misc|managers?)([/.-]|$)/i
  expect(sources.map(({ path }) => path).filter((path) => empty.test(path))).toEqual([])
})

// id: tidy-1
test('sends HTTP requests from one file of the server only', () => {
  const server = product.filter(({ path }) => path.startsWith('server/'))
  expect(holding(/\bfetch\(|from '(node:)?https?'|undici|axios/, server)).toEqual([
    'server/platform/http-client/post.ts',
  ])
})

test('opens single database connections in the one file that handles their errors', () => {
  expect(holding(/new (pg[.])?Client\(/, product)).toEqual([
    'server/platform/database/single-connection.ts',
  ])
})

test('writes query data in the one file that discards older answers', () => {
  expect(holding(/\bsetQueryData\b/, product)).toEqual(['web/shared/queries/query-client.ts'])
})

test('runs every npm script on the Node version of the product', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const others = Object.entries(scripts).filter(
    ([, script]) => !script.startsWith('PATH=$(node scripts/install.mjs) && '),
  )
  expect(others).toEqual([])
})

test('names every test that starts a program *.lifecycle.test.ts', () => {
  const starting = /\bspawn\(|servers\/(cluster|mosquitto|program|replicas)[.]ts'/
  const others = tests.filter(
    ({ path }) => /[.]test[.]ts$/.test(path) && !/[.]lifecycle[.]test[.]ts$/.test(path),
  )
  expect(holding(starting, others)).toEqual([])
})

test('declares the callers of every endpoint', () => {
  const calls = Object.values(endpoints).flatMap((feature) => Object.values(feature))
  for (const { path, may } of calls) {
    expect(['anyone', 'signed-in', 'account', 'admin'], path).toContain(may)
  }
})

test.each(Object.keys(statusOfRefusal))(
  'the refusal %s is used by the server and in a test',
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

test('has no merge conflict markers', () => {
  const marks = ['<', '|', '>'].map((mark) => `${mark.repeat(7)} `)
  const torn = tracked
    .split('\n')
    .filter((path) => existsSync(path) && statSync(path).isFile())
    .filter((path) => {
      const text = readFileSync(path, 'latin1')
      return marks.some((mark) => text.startsWith(mark) || text.includes(`\n${mark}`))
    })
  expect(torn).toEqual([])
})

test('has no markers of unfinished work', () => {
  const marks = new RegExp(['TO' + 'DO', 'FIX' + 'ME'].join('|'))
  expect(
    holding(
      marks,
      sources.filter(({ path }) => path !== 'checks/tidy.test.ts'),
    ),
  ).toEqual([])
})

/** History. */
const frozen = /^docs\/decisions\/|^CHANGELOG/

test.each([
  ['revenue', /\btakings\b|\bearnings?\b/i],
  ['failed attempts, throttle', /guesser|(wrong|free|many|own)_?guess|guess_?wait/i],
  ['row counts', /(\b|_)tall(y|ie)|Tall(y|ie)/],
  ['caller', /SignedInPerson|PersonOfSession|import .*\bPerson\b.*permissions/],
])('uses no other name for %s', (_, others) => {
  const files = tracked
    .split('\n')
    .filter((path) => /[.](ts|tsx|mjs|sql|json|md)$/.test(path) && path !== 'checks/tidy.test.ts')
    .filter((path) => !frozen.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  expect(holding(others, files)).toEqual([])
  expect(files.map(({ path }) => path).filter((path) => others.test(path))).toEqual([])
})
