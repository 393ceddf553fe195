import { deviceFieldNames } from '@coinless/contract/device-fields.ts'
import { fieldNames } from '@coinless/contract/texts/field-names.ts'

/** Labels of each field in all languages. */
export const columnLabels: Record<string, string[]> = Object.fromEntries(
  deviceFieldNames().map((name) => [
    name,
    Object.values(fieldNames).flatMap(({ [name]: label }) => label ?? []),
  ]),
)
