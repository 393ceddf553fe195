import { defaultLanguage } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sentenceOfRefusal } from '@coinless/contract/refusal-sentences.ts'
import {
  type RefusalCode,
  type RefusalFacts,
  statusOfRefusal,
} from '@coinless/contract/refusals.ts'
import type { z } from 'zod'

/** An expected refusal: thrown anywhere, answered by http/error-answers.ts. Anything else thrown is a bug. */
export class Refusal<Code extends RefusalCode = RefusalCode> extends Error {
  readonly refusal: Code
  readonly status: number
  readonly facts: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: Code,
    ...[facts]: RefusalFacts<Code> extends undefined ? [] : [facts: RefusalFacts<Code>]
  ) {
    super(sentenceOfRefusal(code, facts as RefusalFacts<Code>, defaultLanguage))
    this.refusal = code
    this.status = statusOfRefusal[code]
    this.facts = facts
    this.retryAfterSeconds = (facts as { seconds?: number } | undefined)?.seconds
  }
}

/** Names the invalid fields in the message and in the details, up to a limit. */
export class InvalidInput extends Refusal<'invalid_input'> {
  readonly issues: readonly z.core.$ZodIssue[]

  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('invalid_input')
    this.issues = issues.flatMap(withPlainNames).slice(0, limits.details)
  }
}

/** Shortens names of unknown fields: they are the caller's text, which an answer has to store and send. */
function withPlainNames(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'unrecognized_keys') return [issue]
  // The message would repeat all keys.
  return issue.keys
    .slice(0, limits.details)
    .map((key) => ({ ...issue, keys: [plainName(key)], message: '' }))
}

/** Shortens a name, and replaces what PostgreSQL cannot store. */
function plainName(name: string): string {
  const { unknownFieldMax } = limits
  const short = name.length > unknownFieldMax ? `${name.slice(0, unknownFieldMax)}…` : name
  return short.replaceAll('\0', '\ufffd').toWellFormed()
}

/** Refusals for violated constraints, because the database decides races. */
export const refusalOfConstraint: Record<string, () => Refusal> = {
  users_email_taken: () => new Refusal('email_taken'),
  devices_quota: () => new Refusal('too_many_devices'),
  codes_quota: () => new Refusal('too_many_codes'),
  unverified_quota: () => new Refusal('verification_needed'),
  users_guest: () => new Refusal('no_role_for_guests'),
  prepaid_codes_code_taken: () => new Refusal('code_taken'),
  passkeys_credential_taken: () => new Refusal('passkey_not_accepted'),
  cycles_open_link: () => new Refusal('device_in_use'),
  booked_machines_once: () => new Refusal('slot_taken'),
  cycles_exclusive_payer: () => new Refusal('paid_already', { minutes: 0, is_pending: false }),
  refunds_within_payment: () => new Refusal('refund_too_much', { left: null }),
  account_closed: () => new Refusal('session_expired'),
  session_ended: () => new Refusal('session_expired'),
  membership_ended: () => new Refusal('not_staff'),
  membership_changed: () => new Refusal('staff_changed'),
  memberships_email: () => new Refusal('staff_exists'),
  device_of_closed_account: () => new Refusal('device_not_found'),
  device_links_device_id_key: () => new Refusal('link_exists'),
  device_links_controller_id_channel_key: () => new Refusal('channel_taken'),
  cycles_open_link_id_fkey: () => new Refusal('cycle_open'),
  devices_number_taken: () => new Refusal('device_number_taken', { other: null }),
}

interface ThrownError extends Error {
  constraint?: string
}

/** Returns an expected refusal: thrown as such, or caused by a constraint of the database. */
export function refusalOf(error: ThrownError): Refusal | undefined {
  if (error instanceof Refusal) return error
  return refusalOfConstraint[error.constraint ?? '']?.()
}
