import { languages } from '@coinless/contract/languages.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { fieldNames } from '@coinless/contract/texts/field-names.ts'
import { expect, test } from 'vitest'
import { matched } from '../../shared/imports/importable.ts'
import { codeFields } from './import-fields.ts'

const names = codeFields.map(({ name }) => name)

test('imports every field of a new code', () => {
  // Whether a code is mailed is not a field of the code.
  const { mail_customer: _, ...facts } = prepaidCodes.create.body.shape
  expect([...names].sort()).toEqual(Object.keys(facts).sort())
})

test.each(languages)('matches columns by field names in %s', (language) => {
  const headers = names.map((name) => fieldNames[language][name]?.toUpperCase() ?? '')
  expect(Object.values(matched(codeFields, headers))).toEqual(headers)
})

test('imports the remaining balance instead of the initial one', () => {
  const columns = matched(codeFields, ['code', 'balance', 'remaining_balance'])
  expect(columns.balance).toBe('remaining_balance')
})
