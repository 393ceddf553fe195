import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { fieldNames } from '@coinless/contract/texts/field-names.ts'
import { expect, test } from 'vitest'
import { matched } from '../imports/importable.ts'
import { codeFields } from './import-fields.ts'

const names = codeFields.map(({ name }) => name)

test('every field of a new code can be imported', () => {
  // Whether it is mailed is no fact of a code.
  const { mail_customer: _, ...facts } = prepaidCodes.create.body.shape
  expect([...names].sort()).toEqual(Object.keys(facts).sort())
})

test.each(['en', 'es'] as const)('columns are matched by the names of fields in %s', (language) => {
  const headers = names.map((name) => fieldNames[language][name]?.toUpperCase() ?? '')
  expect(Object.values(matched(codeFields, headers))).toEqual(headers)
})

test('of what was put on a code and what is left of it the second is imported', () => {
  const columns = matched(codeFields, ['code', 'balance', 'remaining_balance'])
  expect(columns.balance).toBe('remaining_balance')
})
