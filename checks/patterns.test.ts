import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync, type RegExpLiteral } from '@swc/core'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'

/** Checks that patterns in the product run in linear time. */

const product = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (path) =>
      /^(agent|contract|server|web)\/.*[.]tsx?$/.test(path) &&
      !/[.]test[.]tsx?$|[.]d[.]ts$|^web\/vite[.]config/.test(path),
  )

interface Pattern {
  source: string
  flags: string
}

test('has no pattern with nested or superlinear repetition', () => {
  const slow = product.flatMap((path) =>
    patternsOf(path)
      .filter((pattern) => analyse(pattern).reports.length > 0)
      .map(({ source }) => `${path}: ${source}`),
  )
  expect(slow).toEqual([])
})

test.each([
  { source: '0+$', flags: '' },
  { source: '\\s+$', flags: 'u' },
  { source: '^(a+)+$', flags: '' },
  { source: '^(\\d+\\.?\\d*)$', flags: '' },
])('detects the slow pattern $source', (pattern) => {
  expect(analyse(pattern).reports).not.toEqual([])
})

test('uses literal patterns, except where parts come from the contract', () => {
  const computed = product.filter((path) =>
    /\bnew RegExp\(|\bRegExp\(/.test(readFileSync(path, 'utf8')),
  )
  expect(computed).toEqual([
    'agent/shelly.ts',
    'contract/formulas.ts',
    'server/codes/prepaid-codes/easy-to-guess.ts',
    'server/http/idempotency/idempotency-key.ts',
  ])
})

function patternsOf(path: string): Pattern[] {
  const found: Pattern[] = []
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && node.type === 'RegExpLiteral') {
      const { pattern, flags } = node as RegExpLiteral
      found.push({ source: pattern, flags })
    } else for (const each of Object.values(node)) visit(each)
  }
  visit(
    parseSync(readFileSync(path, 'utf8'), { syntax: 'typescript', tsx: path.endsWith('x') }).body,
  )
  return found
}
