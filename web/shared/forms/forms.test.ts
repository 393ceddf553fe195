import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const web = new URL('../..', import.meta.url)
const sources = globSync('**/*.tsx', { cwd: web, exclude: ['**/node_modules', '**/dist'] })
const texts = sources.map((file) => readFileSync(new URL(file, web), 'utf8'))

test('uses the one form hook for every form', () => {
  const forms = texts.flatMap((text) => text.match(/<form\b[^>]*>/g) ?? [])
  expect(forms.length).toBeGreaterThan(10)
  const others = forms.filter((form) => !/ onSubmit=\{form\.(submit|checked\(\w+\))\}/.test(form))
  expect(others).toEqual([])
})

test('handles drafts and errors of forms in the forms folder only', () => {
  const own = /use-(kept-values|checked-form)\.ts|\bfieldErrorsOf\b|\bisOutdated\(|@mantine\/form'/
  // An imported file has no form fields: its rows are checked.
  const others = /^shared[/](forms[/]|imports[/]ImportPage)/
  const features = sources.filter((file) => !others.test(file))
  const written = features.filter((file) =>
    own.test(readFileSync(new URL(file, web), 'utf8').replaceAll(/import type .*/g, '')),
  )
  expect(written).toEqual([])
})
