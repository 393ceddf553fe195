import { devices } from '@coinless/contract/devices.ts'
import { fieldNames } from '@coinless/contract/texts/field-names.ts'
import { expect, test } from 'vitest'
import { matched } from '../imports/importable.ts'
import { deviceFields } from './import-fields.ts'

const names = deviceFields.map(({ name }) => name)

test('every field of a new device can be imported', () => {
  expect([...names].sort()).toEqual(Object.keys(devices.create.body.shape).sort())
})

test.each(['en', 'es'] as const)('columns are matched by the names of fields in %s', (language) => {
  const headers = names.map((name) => fieldNames[language][name]?.toUpperCase() ?? '')
  expect(Object.values(matched(deviceFields, headers))).toEqual(headers)
})

test('what was chosen by hand stays, and no column is taken twice', () => {
  const columns = matched(deviceFields, ['Name', 'Label', 'Number'], { label: 'Name' })
  expect(columns).toMatchObject({ label: 'Name', device_name: '', device_number: 'Number' })
})
