import { readFileSync } from 'node:fs'
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { describe, expect, test } from 'vitest'
import { theme } from './theme.ts'

const made = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))
const own = readFileSync(new URL('base.css', import.meta.url), 'utf8')

/** The colors that base.css sets for a color scheme, on top of Mantine's theme. */
function variablesOf(scheme: 'light' | 'dark'): Record<string, string> {
  const block = new RegExp(`\\[data-mantine-color-scheme="${scheme}"\\] \\{([^}]*)\\}`, 'g')
  const set = [...own.matchAll(block)].flatMap(([, lines = '']) => [
    ...lines.matchAll(/(--[\w-]+): ([^;]+);/g),
  ])
  const ours = set.map(([, name = '', value = '']) => [name, value] as const)
  return { ...made.variables, ...made[scheme], ...Object.fromEntries(ours) }
}

/** From red, green and blue, 0 to 255. */
function partsOf(variables: Record<string, string>, name: string): number[] {
  const value = variables[`--mantine-color-${name}`] ?? variables[`--${name}`] ?? ''
  const other = /^var\(--mantine-color-([\w-]+)\)$/.exec(value)?.[1]
  if (other) return partsOf(variables, other)
  const hex = /^#(?:(\w{2})(\w{2})(\w{2})|(\w)(\w)(\w))$/.exec(value)
  if (!hex) return (value.match(/\d+/g) ?? []).slice(0, 3).map(Number)
  const digits = hex.slice(1).filter(Boolean)
  return digits.map((each) => Number.parseInt(each.padStart(2, each), 16))
}

/** Relative luminance by WCAG. */
function luminanceOf(parts: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = parts
    .map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const under = { light: 'gray-1', dark: 'dark-5' }
const colors = ['green', 'yellow', 'blue', 'teal', 'red']

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  const variables = variablesOf(scheme)
  const contrastOf = (...names: string[]) => {
    const [darker = 0, lighter = 0] = names
      .map((name) => luminanceOf(partsOf(variables, name)))
      .sort((one, other) => one - other)
    return (lighter + 0.05) / (darker + 0.05)
  }
  const places = colors.flatMap((color) => [
    [`${color}-outline`, 'body'],
    // A hovered row.
    [`${color}-outline`, under[scheme]],
    [`${color}-light-color`, `${color}-light`],
  ])
  test.each(places)('keeps small text in %s readable on %s', (text = '', ground = '') => {
    expect(contrastOf(text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test('keeps the outline of the keyboard focus visible', () => {
    expect(contrastOf('focus-outline', 'body')).toBeGreaterThanOrEqual(3)
  })

  test('keeps figures readable on quiet bars, and the edges of bars visible', () => {
    expect(contrastOf('text', 'bar-quiet')).toBeGreaterThanOrEqual(4.5)
    for (const ground of ['body', 'bar-quiet']) {
      expect(contrastOf('bar', ground)).toBeGreaterThanOrEqual(3)
    }
    expect(contrastOf('bar-quiet-edge', 'body')).toBeGreaterThanOrEqual(3)
  })
})
