import { expect, test } from 'vitest'
import { deviceDefaults } from './device-defaults.ts'
import { type DeviceField, deviceFieldNames, deviceFields } from './device-fields.ts'
import { devices } from './devices.ts'
import { fieldNames } from './texts/field-names.ts'

const names = deviceFieldNames()
const { shape } = devices.update.body
const valid = { ...deviceDefaults, label: 'W', device_number: 'W-1', location: 'Elm Street' }
const device = { ...valid, landlord_email: 'lou@example.com' }

function isAccepted(values: object): boolean {
  return devices.create.body.safeParse({ ...device, ...values }).success
}

test('describes every field of a device, with a label in every language', () => {
  expect([...names].sort()).toEqual(Object.keys(shape).sort())
  for (const labels of Object.values(fieldNames)) {
    expect(Object.keys(labels)).toEqual(expect.arrayContaining(names))
  }
})

test.each(names)('describes %s as its schema does', (name) => {
  const { kind, isRequired = false, max, values = [] }: DeviceField = deviceFields[name]
  expect(isAccepted({ [name]: undefined })).toBe(!isRequired)
  for (const value of values) expect(isAccepted({ [name]: value })).toBe(true)
  expect(isAccepted({ [name]: 'some words' })).toBe(kind === 'text')
  if (max === undefined) return
  const ofSize = (size: number) => (kind === 'text' ? 'x'.repeat(size) : size)
  expect(shape[name].safeParse(ofSize(max)).success).toBe(true)
  expect(shape[name].safeParse(ofSize(max + 1)).success).toBe(false)
})
