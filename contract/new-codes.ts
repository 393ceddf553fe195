import { z } from 'zod'
import type { Problem } from './explain.ts'
import { amountUpTo, moment, optionalEmail, optionalText } from './fields.ts'
import { limits } from './limits.ts'
import { plainSecret } from './typed-secrets.ts'

export const codeText = z
  .string()
  .overwrite(plainSecret)
  .min(limits.codeMin)
  .max(limits.codeMax)
  .regex(/^[A-Za-z0-9-]*$/, 'code_characters' satisfies Problem)

export const expiry = moment.nullable()

/** Customer of a code. Does not affect where the code can pay. */
export const Customer = z.strictObject({
  customer_email: optionalEmail,
  customer_name: optionalText(limits.nameMax),
  phone_number: optionalText(limits.phoneMax),
  location: optionalText(limits.locationMax),
  tag: optionalText(limits.tagMax),
})
export type Customer = z.output<typeof Customer>

const NewCode = Customer.extend({
  code: codeText,
  balance: amountUpTo(limits.balanceMax),
  landlord_email: optionalEmail,
  disabled: z.boolean().default(false),
  expires_at: expiry.default(null),
})
export type NewCode = z.output<typeof NewCode>

/** Off by default, because issuers may hand out codes in another way. */
export const mailWanted = z.boolean().optional()

export const IssuedCode = NewCode.extend({
  mail_customer: mailWanted.describe(
    'Whether to email the code to its customer, if the code has an email address',
  ),
})

/** A row of a file. A missing field gets its default in a new code, and is no difference to an existing one. */
export const ImportedCode = NewCode.extend({
  disabled: z.boolean().optional(),
  expires_at: expiry.optional(),
})
export type ImportedCode = z.output<typeof ImportedCode>
