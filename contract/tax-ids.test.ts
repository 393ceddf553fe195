import { expect, test } from 'vitest'
import { looksMistyped } from './tax-ids.ts'

test.each([
  'DE123456789',
  'de 123 456 789',
  'ATU12345678',
  'FR-40.303.265.045',
  'NL123456789B01',
  'IE1234567FA',
  'XIGD123',
  '12/345/67890',
  'SIRET 403 032 650 00045',
  'CHE-123.456.789 MWST',
  '',
])('accepts %j', (taxId) => {
  expect(looksMistyped(taxId)).toBe(false)
})

test.each(['DE12345678', 'DE1234567890', 'AT12345678', 'NL123456789', 'XI12'])(
  'warns about %j',
  (taxId) => {
    expect(looksMistyped(taxId)).toBe(true)
  },
)
