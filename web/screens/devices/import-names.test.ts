import { devices } from '@coinless/contract/devices.ts'
import { languages } from '@coinless/contract/languages.ts'
import { fieldNames } from '@coinless/contract/texts/field-names.ts'
import { expect, test } from 'vitest'
import { matched } from '../../shared/imports/importable.ts'
import { importFields } from './import-fields.ts'

const names = importFields.map(({ name }) => name)

test('imports every field of a new device', () => {
  expect([...names].sort()).toEqual(Object.keys(devices.create.body.shape).sort())
})

test.each(languages)('matches columns by field names in %s', (language) => {
  const headers = names.map((name) => fieldNames[language][name]?.toUpperCase() ?? '')
  expect(Object.values(matched(importFields, headers))).toEqual(headers)
})

test('keeps columns chosen by hand and uses no column twice', () => {
  const columns = matched(importFields, ['Name', 'Label', 'Number'], { label: 'Name' })
  expect(columns).toMatchObject({ label: 'Name', device_name: '', device_number: 'Number' })
})
