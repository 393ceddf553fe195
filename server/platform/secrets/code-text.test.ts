import { codeKey } from '@coinless/contract/typed-secrets.ts'
import { expect, test } from 'vitest'
import { generateCode, generateCodes, isMistyped } from './code-text.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Luhn's sum over all 16 symbols with the check symbol: a multiple of 32 for a valid code. */
function luhnSum(code: string): number {
  const symbols = [...code.replaceAll('-', '')].map((symbol) => alphabet.indexOf(symbol))
  return symbols.toReversed().reduce((sum, symbol, index) => {
    const weighted = index % 2 === 1 ? symbol * 2 : symbol
    return sum + (weighted >= 32 ? weighted - 31 : weighted)
  }, 0)
}

test('generates codes of 75 random bits in groups of four with a valid check symbol', () => {
  const codes = Array.from({ length: 500 }, generateCode)
  expect(new Set(codes).size).toBe(500)
  for (const code of codes) {
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(luhnSum(code) % 32).toBe(0)
  }
})

test('yields to the event loop while it generates many codes', async () => {
  let rounds = 0
  let isOver = false
  const count = () => {
    rounds++
    if (!isOver) setImmediate(count)
  }
  count()
  const codes = await generateCodes(1001)
  isOver = true
  expect(new Set(codes).size).toBe(1001)
  expect(rounds).toBeGreaterThan(4)
})

test('detects any single wrong symbol', () => {
  const code = generateCode().replaceAll('-', '')
  for (const [index, right] of [...code].entries()) {
    for (const wrong of alphabet.replace(right, '')) {
      const typo = code.slice(0, index) + wrong + code.slice(index + 1)
      expect(luhnSum(typo) % 32).not.toBe(0)
    }
  }
})

test('compares codes without case, hyphens, spaces and look-alike letters', () => {
  for (const written of ['7k3m-o1zd', ' 7K3M 0LZD ', '7K3MOIZD', '7k3m0izd']) {
    expect(codeKey(written)).toBe('7K3M01ZD')
  }
  expect(codeKey('7K3M-01ZE')).not.toBe('7K3M01ZD')
})

test('detects a typo in a generated code, and none in a chosen code', () => {
  for (let n = 0; n < 200; n++) {
    const code = generateCode()
    expect(isMistyped(code)).toBe(false)
    expect(isMistyped(code.toLowerCase().replaceAll('-', ' '))).toBe(false)
    expect(isMistyped(code.replace(/^./, (first) => (first === '7' ? '8' : '7')))).toBe(true)
  }
  for (const chosen of ['PINEWOOD-CREW', 'SUMMER-2026', 'A'.repeat(64), 'UUUU-UUUU-UUUU-UUUU']) {
    expect(isMistyped(chosen)).toBe(false)
  }
})
