import { columnNames, valueWords } from '../../shared/imports/column-names.ts'
import type { ImportField } from '../../shared/imports/importable.ts'

const kinds = {
  code: { kind: 'text', isRequired: true },
  balance: { kind: 'number', isRequired: true },
  customer_name: { kind: 'text' },
  customer_email: { kind: 'text' },
  phone_number: { kind: 'text' },
  location: { kind: 'text' },
  tag: { kind: 'text' },
  expires_at: { kind: 'time' },
  disabled: {
    kind: 'switch',
    isKeptWhenEmpty: true,
    words: { true: valueWords('disabled', 'true'), false: valueWords('disabled', 'false') },
  },
  landlord_email: { kind: 'text' },
} as const satisfies Record<string, Omit<ImportField, 'name' | 'names'>>

/** Fields of a file of codes. */
export const codeFields: readonly ImportField[] = Object.entries(kinds).map(([name, kind]) => ({
  name,
  ...kind,
  names: [
    // The remaining balance takes precedence, so that spent money is not restored.
    ...(name === 'balance'
      ? ['remaining_balance', ...columnNames('codes', 'remaining_balance')]
      : []),
    ...columnNames('codes', name),
  ],
}))
