import { expect, test } from 'vitest'
import { bytes } from './bytes.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [34_560_000, '34.6 MB'],
  [99_960_000, '100 MB'],
  [999_499_999, '999 MB'],
  [999_960_000, '1.0 GB'],
  [123_456_000_000, '123 GB'],
  [5_000_000_000_000_000, '5,000 TB'],
])('%d bytes are %s', (count, text) => expect(bytes(count)).toBe(text))
