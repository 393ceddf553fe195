import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const web = new URL('../..', import.meta.url)
const sources = globSync('**/*.tsx', { cwd: web, exclude: ['**/node_modules', '**/dist'] })
const textOf = (file: string) => readFileSync(new URL(file, web), 'utf8')

test('uses the one form hook for every form', () => {
  // A display keeps no drafts.
  const others = sources.filter((file) => file !== 'screens/displays/PayForm.tsx')
  const forms = others.flatMap((file) => textOf(file).match(/<form\b[^>]*>/g) ?? [])
  expect(forms.length).toBeGreaterThan(10)
  const unlike = forms.filter((form) => !/ onSubmit=\{form\.(submit|checked\(\w+\))\}/.test(form))
  expect(unlike).toEqual([])
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
