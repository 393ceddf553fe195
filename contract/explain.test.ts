import { expect, test } from 'vitest'
import { z } from 'zod'
import { auth } from './auth.ts'
import { bulkChanges } from './bulk-changes.ts'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { explain, sentenceOf } from './explain.ts'
import { languages } from './languages.ts'
import { limits } from './limits.ts'
import { fieldNames } from './texts/field-names.ts'
import { fieldTexts, refusalTexts } from './texts/texts.ts'

function sentences(schema: z.ZodType, input: unknown, language: 'en' | 'es') {
  const issues = schema.safeParse(input).error?.issues ?? []
  return explain(issues, fieldTexts[language]).map((problem) =>
    sentenceOf(problem, fieldTexts[language], (field) => fieldNames[language][field] ?? field),
  )
}

test('explains errors in the language of the user', () => {
  const wrong = { email: 'nobody', password: 'short', user_type: 'owner' }
  expect(sentences(auth.register.body, wrong, 'en')).toEqual([
    'Full Name is required.',
    'Email must be an email address.',
    'Password must be at least 8 characters.',
    'User Type must be one of: tenant, landlord.',
  ])
  expect(sentences(auth.register.body, wrong, 'es')).toEqual([
    'Nombre completo: no puede faltar.',
    'Correo: debe ser una dirección de correo.',
    'La contraseña debe tener al menos 8 caracteres.',
    'Tipo de usuario: debe ser uno de estos valores: tenant, landlord.',
  ])
})

test('explains an error of a union by its intended variant', () => {
  const { body } = bulkChanges.planForDevices
  const tooMany = Array(limits.chosenRows + 1).fill('a19ff0a6-86c7-4f5f-a7b4-9d2f5a2f3f61')
  const set = { price: 1 }
  expect(sentences(body, { chosen: { ids: tooMany }, set }, 'en')).toEqual([
    expect.stringContaining(`${limits.chosenRows}`.replace(/(?=000$)/, ',')),
  ])
  expect(sentences(body, { chosen: { filter: { status: 'gone' } }, set }, 'en')).toEqual([
    'Status must be one of: active, inactive, disabled.',
  ])
})

/** With the fields of list elements. */
function fieldsOf(input: unknown): string[] {
  if (input instanceof z.ZodArray) return fieldsOf(input.element)
  if (!(input instanceof z.ZodObject)) return []
  return Object.entries(input.shape).flatMap(([name, field]) => [
    name,
    ...(field instanceof z.ZodArray ? fieldsOf(field) : []),
  ])
}

test.each(languages)('labels exactly the input fields of all calls in %s', (language) => {
  const calls = Object.values(endpoints).flatMap((feature): Endpoint[] => Object.values(feature))
  const inputs = calls.flatMap(({ params, query, body }) => [params, query, body])
  const fields = inputs.flatMap((input) => fieldsOf(input))
  expect(Object.keys(fieldNames[language]).sort()).toEqual([...new Set(['body', ...fields])].sort())
})

test.each(languages)('has a sentence for every refusal in %s', (language) => {
  for (const [code, text] of Object.entries(refusalTexts[language])) {
    const sentence = typeof text === 'function' ? text({} as never) : text
    expect(sentence, code).toMatch(/^\p{Lu}.*[.?]$/su)
  }
})

test('says what to type instead of an ambiguous number', () => {
  const { error } = z
    .object({ price: z.number() })
    .safeParse({ price: '1,500' }, { reportInput: true })
  expect(explain(error?.issues ?? [], fieldTexts.en)).toEqual([
    { field: 'price', message: 'Thousands or decimals? Type 1500 or 1.50.' },
  ])
})
