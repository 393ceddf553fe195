import { z } from 'zod'
import type { Problem } from './explain.ts'
import { dollars, moment, optionalEmail, optionalText } from './fields.ts'
import { limits } from './limits.ts'
import { plainSecret } from './typed-secrets.ts'

export const codeText = z
  .string()
  .overwrite(plainSecret)
  .min(limits.codeMin)
  .max(limits.codeMax)
  .regex(/^[A-Za-z0-9-]*$/, 'code_characters' satisfies Problem)

export const expiry = moment.nullable()

/** Whom a code is for. Where it pays does not follow from it. */
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
  balance: dollars(limits.balanceDollarsMax),
  landlord_email: optionalEmail,
  disabled: z.boolean().default(false),
  expires_at: expiry.default(null),
})
export type NewCode = z.output<typeof NewCode>

/** Off by default: whoever issues codes may hand them out in another way. */
export const mailWanted = z.boolean().optional()

export const IssuedCode = NewCode.extend({
  mail_customer: mailWanted.describe('Mail the code to its customer, if it names an address'),
})

/** A row of a file: what it does not say is as in a new code, and differs in nothing from one that is there. */
export const ImportedCode = NewCode.extend({
  disabled: z.boolean().optional(),
  expires_at: expiry.optional(),
})
export type ImportedCode = z.output<typeof ImportedCode>
