import { expect, test } from 'vitest'
import { z } from 'zod'
import { auth } from './auth.ts'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { explain, sentenceOf } from './explain.ts'
import { languages } from './languages.ts'
import { spanishFieldNames } from './problems.ts'
import { refusals } from './refusals.ts'

function sentences(schema: z.ZodType, input: unknown, language: 'en' | 'es') {
  const issues = schema.safeParse(input).error?.issues ?? []
  return explain(issues, language).map((problem) => sentenceOf(problem, language))
}

test('what is wrong is said in the language of the person', () => {
  const wrong = { email: 'nobody', password: 'short', user_type: 'owner' }
  expect(sentences(auth.register.body, wrong, 'en')).toEqual([
    'Full name is required.',
    'Email must be an email address.',
    'Password must be at least 8 characters.',
    'User type must be one of: tenant, landlord.',
  ])
  expect(sentences(auth.register.body, wrong, 'es')).toEqual([
    'Nombre completo: no puede faltar.',
    'Correo: debe ser una dirección de correo.',
    'La contraseña debe tener al menos 8 caracteres.',
    'Tipo de usuario: debe ser uno de estos valores: tenant, landlord.',
  ])
})

test('every field that a call takes has a Spanish name', () => {
  const calls = Object.values(endpoints).flatMap((feature): Endpoint[] => Object.values(feature))
  const inputs = calls.flatMap(({ params, query, body }) => [params, query, body])
  const fields = inputs.flatMap((input) =>
    input instanceof z.ZodObject ? Object.keys(input.shape) : [],
  )
  expect(fields.filter((field) => !(field in spanishFieldNames))).toEqual([])
  expect(Object.keys(spanishFieldNames).filter((name) => !fields.includes(name))).toEqual(['body'])
})

test('every refusal has a sentence in every language', () => {
  for (const [code, { sentence }] of Object.entries(refusals)) {
    const told = typeof sentence === 'function' ? sentence({} as never) : sentence
    for (const language of languages) expect(told[language], code).toMatch(/^\p{Lu}.*[.]$/su)
  }
})
