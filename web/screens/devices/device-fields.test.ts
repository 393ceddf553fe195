import { devices } from '@coinless/contract/devices.ts'
import { expect, test } from 'vitest'
import { detailFields, listedFields } from './device-facts.ts'
import { formFields } from './device-input.ts'
import { importFields } from './import-fields.ts'

const fields = Object.keys(devices.update.body.shape).sort()

test('shows every field of a device in the form, on the detail page and in the import', () => {
  expect([...formFields].sort()).toEqual(fields)
  // The title of the detail page is the label.
  expect([...detailFields, 'label'].sort()).toEqual(fields)
  const imported = importFields.map(({ name }) => name).filter((name) => name !== 'prices')
  expect(imported.sort()).toEqual(fields)
  expect(fields).toEqual(expect.arrayContaining(listedFields))
})
