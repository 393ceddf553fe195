import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** Holds docs/spec-coverage.md and docs/security.md to their word. */

function sectionsOf(file: string): string[] {
  return readFileSync(file, 'utf8').split(/^## /m).slice(1)
}

const sections = sectionsOf('docs/spec-coverage.md')

interface Row {
  requirement: string
  shownBy: string
}

function rowsOf(section: string): Row[] {
  return section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (Requirement|Threat)/.test(line))
    .map((line) => {
      const [, requirement = '', shownBy = ''] = line.split('|').map((cell) => cell.trim())
      return { requirement, shownBy }
    })
}

const rows = [...sections, ...sectionsOf('docs/security.md')].flatMap(rowsOf)

/** The tests that a row names, each with its code up to the next test. */
function testsOf({ shownBy }: Row) {
  return [...shownBy.matchAll(/`([^`:]+): ([^`]+)`/g)].map(([, file = '', title = '']) => {
    const code = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const quoted = [`'${title}'`, `"${title}"`, `\`${title}\``]
    const start = quoted.map((text) => code.indexOf(text)).find((index) => index >= 0) ?? -1
    const end = code.slice(start + 1).search(/^ *test(\.each)?\(/m)
    const body = start < 0 ? '' : code.slice(start, end < 0 ? undefined : start + 1 + end)
    return { name: `${file}: ${title}`, body }
  })
}

function section(number: number): Row[] {
  return rowsOf(sections.find((text) => text.startsWith(`${number}. `)) ?? '')
}

test('all nine sections are there', () => {
  for (let number = 1; number <= 9; number++) expect(section(number).length).toBeGreaterThan(0)
})

test.each(rows)('$requirement', (row) => {
  const named = testsOf(row)
  expect(row.requirement).not.toBe('')
  expect(named).not.toEqual([])
  expect(named.filter(({ body }) => body === '').map(({ name }) => name)).toEqual([])
})

test('security.md has an answer to each of the OWASP API Security Top 10', () => {
  const text = readFileSync('docs/security.md', 'utf8')
  for (let risk = 1; risk <= 10; risk++) expect(text).toMatch(new RegExp(`API${risk}[,; |]`))
})

describe('every text of the error catalogue is asserted', () => {
  const asserted = globSync(['{contract,server,web,e2e}/**/*.{test,spec}.ts'], {
    exclude: ['**/node_modules/**'],
  })
    .map((file) => readFileSync(file, 'utf8').replace(/' \+\s+'/g, ''))
    .join('\n')
  const texts = section(8).flatMap(({ requirement }) =>
    [...requirement.matchAll(/'([^']+)'/g)].map(([, text = '']) => text),
  )

  test.each(texts)('%s', (text) => {
    expect(asserted).toMatch(new RegExp(`['"\`(]${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`))
  })
})

describe('every constant is in the test that shows it', () => {
  const constants = section(9).map((row) => {
    const [, constant = ''] = /\*\*(.+)\*\*/.exec(row.requirement) ?? []
    return { ...row, constant }
  })

  test.each(constants)('$requirement', (row) => {
    expect(row.constant).not.toBe('')
    for (const { name, body } of testsOf(row)) expect(body, name).toContain(row.constant)
  })
})

test('every decision has a status, a date, and its line in the index', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  for (const path of globSync('docs/decisions/0*.md')) {
    const [, number, title] = /^# (\d+)[.] (.+)/.exec(readFileSync(path, 'utf8')) ?? []
    const [, status, date] =
      /^Status: (.+), (\d{4}-\d\d-\d\d)[.]$/m.exec(readFileSync(path, 'utf8')) ?? []
    const file = path.split('/').at(-1)
    expect(index).toContain(`| ${number} | [${title}](${file}) | ${status} | ${date} |`)
  }
})
