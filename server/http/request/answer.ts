import type { NumericText } from '@coinless/contract/money.ts'

/**
 * A reply with database types: the serializer writes a numeric's text as a JSON number and a Date in ISO 8601, and
 * omits fields that the contract does not name.
 */
export type Answer<T> = T extends number
  ? T | NumericText
  : string extends T
    ? T | Date
    : T extends readonly (infer Item)[]
      ? readonly Answer<Item>[]
      : T extends object
        ? { [Key in keyof T]: Answer<T[Key]> }
        : T
