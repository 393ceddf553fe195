import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** Compares docs/develop/spec-coverage.md and docs/operate/security.md with the tests that they name. */

const checks = 'checks/spec-coverage.test.ts'

function sectionsOf(file: string): string[] {
  return readFileSync(file, 'utf8').split(/^## /m).slice(1)
}

const sections = sectionsOf('docs/develop/spec-coverage.md')

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

const rows = [...sections, ...sectionsOf('docs/operate/security.md')].flatMap(rowsOf)

/** Tests with an id, each with its code up to the next test. */
const tests = globSync('{agent,checks,contract,e2e,server,test,web}/**/*.{test,spec}.ts', {
  exclude: ['**/node_modules/**', checks],
}).flatMap((file) => {
  const [, ...parts] = readFileSync(file, 'utf8').split(/^ *[/]{2} id: (\S+)\n/m)
  return parts.flatMap((id, index) => {
    if (index % 2 === 1) return []
    const code = parts[index + 1] ?? ''
    const [first = '', ...rest] = code
      .split(/^(?= *test(?:\.each)?\()/m)
      .filter((part) => part !== '')
    return { id, body: /test/.test(first) ? first : first + rest[0] }
  })
})
const bodies = new Map(tests.map(({ id, body }) => [id, body]))

function idsOf({ shownBy }: Row): string[] {
  return [...shownBy.matchAll(/`([^`]+)`/g)]
    .map(([, id = '']) => id)
    .filter((id) => /-\d+$/.test(id))
}

function section(number: number): Row[] {
  return rowsOf(sections.find((text) => text.startsWith(`${number}. `)) ?? '')
}

test('has all nine sections', () => {
  for (let number = 1; number <= 9; number++) expect(section(number).length).toBeGreaterThan(0)
})

test.each(rows)('$requirement', (row) => {
  const ids = idsOf(row)
  expect(row.requirement).not.toBe('')
  expect(ids).not.toEqual([])
  expect(ids.filter((id) => !bodies.has(id))).toEqual([])
})

test('has one test for every id, and names every id in a document', () => {
  expect(bodies.size).toBe(tests.length)
  const named = new Set(rows.flatMap(idsOf))
  expect(tests.filter(({ id }) => !named.has(id))).toEqual([])
})

test('covers each of the OWASP API Security Top 10 in security.md', () => {
  const text = readFileSync('docs/operate/security.md', 'utf8')
  for (let risk = 1; risk <= 10; risk++) expect(text).toMatch(new RegExp(`API${risk}[,; |]`))
})

describe('an error text of the catalog is asserted:', () => {
  const asserted = globSync(['{contract,server,test,web,e2e}/**/*.{test,spec}.ts'], {
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

describe('a constant is in its test:', () => {
  const constants = section(9).map((row) => {
    const [, constant = ''] = /\*\*(.+)\*\*/.exec(row.requirement) ?? []
    return { ...row, constant }
  })

  test.each(constants)('$requirement', (row) => {
    expect(row.constant).not.toBe('')
    for (const id of idsOf(row)) expect(bodies.get(id), id).toContain(row.constant)
  })
})

test('has a number, status, date, index line and at most 120 words for every decision', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  for (const [place, path] of globSync('docs/decisions/0*.md').sort().entries()) {
    const text = readFileSync(path, 'utf8')
    expect(text.trim().split(/\s+/).length, path).toBeLessThanOrEqual(120)
    expect(path).toContain(`/${String(place + 1).padStart(4, '0')}-`)
    const [, number, title] = /^# (\d+)[.] (.+)/.exec(text) ?? []
    expect(Number(number), path).toBe(place + 1)
    expect(text, path).toMatch(/^Status: .+, \d{4}-\d\d-\d\d[.]$/m)
    const file = path.split('/').at(-1)
    expect(index).toContain(`[${title}](${file})`)
  }
})
