import { z } from 'zod'
import { type CallerRights, hasRight, type Right } from './rights.ts'
import type { RefusalTexts } from './texts/texts.ts'

/**
 * Every expected refusal and its HTTP status; texts/ has the sentences. 401 is reserved for the session, because the
 * web app renews the session on any 401.
 */
export const statusOfRefusal = {
  invalid_input: 400,
  malformed_json: 400,
  body_too_deep: 400,
  bad_host: 400,
  malformed_http: 400,
  too_many_resources: 422,
  page_too_large: 422,
  request_too_slow: 408,
  list_too_long: 400,
  too_many_stickers: 422,
  too_many_cards: 422,
  too_many_rows: 422,
  period_too_long: 422,
  bulk_change_not_found: 404,
  undo_too_late: 409,
  id_is_fixed: 400,
  bad_idempotency_key: 400,
  signed_out: 401,
  session_expired: 401,
  api_key_refused: 401,
  not_yours: 403,
  admin_only: 403,
  account_only: 403,
  right_missing: 403,
  path_not_found: 404,
  method_not_allowed: 405,
  device_not_found: 404,
  place_not_found: 404,
  sticker_not_found: 404,
  too_many_devices: 422,
  too_many_codes: 422,
  too_many_batches: 422,
  code_not_found: 404,
  batch_not_found: 404,
  transaction_not_found: 404,
  top_up_not_found: 404,
  cycle_not_found: 404,
  resource_not_found: 404,
  report_not_found: 404,
  photo_not_found: 404,
  case_not_found: 404,
  case_done: 422,
  too_many_reports: 422,
  too_many_unpaid_reports: 422,
  too_many_answers: 422,
  photo_unreadable: 422,
  photo_has_too_many_pixels: 422,
  too_many_photos: 422,
  too_many_photos_of_network: 429,
  code_taken: 409,
  imported_code_taken: 409,
  device_number_taken: 409,
  changed_meanwhile: 409,
  money_moved_meanwhile: 409,
  started_meanwhile: 409,
  paid_already: 409,
  batch_changed: 409,
  export_running: 409,
  condition_failed: 412,
  range_not_found: 416,
  body_too_large: 413,
  not_json: 415,
  code_easy_to_guess: 422,
  code_looks_mistyped: 422,
  idempotency_key_reused: 422,
  call_withdrawn: 409,
  too_many_attempts: 429,
  too_many_requests: 429,
  internal_error: 500,
  database_lost: 503,
  not_ready: 503,

  // Accounts: signing in, mails, passwords, second factors and roles.
  mail_not_sent: 503,
  second_factor_required: 403,
  user_not_found: 404,
  session_not_found: 404,
  api_key_not_found: 404,
  display_not_found: 404,
  calendar_not_found: 404,
  not_staff: 403,
  staff_changed: 403,
  all_places_only: 403,
  other_place: 403,
  staff_not_found: 404,
  invitation_not_found: 404,
  staff_exists: 409,
  staff_is_yourself: 422,
  too_many_staff: 422,
  too_many_invitations: 422,
  too_many_invitations_to_address: 422,
  owner_chooses_landlord: 403,
  passkey_not_found: 404,
  left_behind_not_found: 404,
  verification_needed: 422,
  too_many_unverified: 429,
  too_many_mails_of_network: 429,
  mail_needs_verified: 422,
  too_many_code_mails: 422,
  email_taken: 409,
  last_admin: 409,
  last_admin_closes: 409,
  card_money_pending: 409,
  second_factor_exists: 409,
  too_many_roles: 409,
  not_a_guest: 409,
  guests_off: 422,
  no_role_for_guests: 422,
  too_many_guests: 429,
  too_many_passkeys: 409,
  too_many_api_keys: 422,
  too_many_displays: 422,
  wrong_credentials: 422,
  second_factor_needed: 422,
  factor_needed: 422,
  wrong_second_factor: 422,
  passkey_not_accepted: 422,
  common_password: 422,
  wrong_email_code: 422,
  push_not_possible: 422,
  too_many_waits: 422,
  queue_off: 422,
  room_closed: 422,
  queue_full: 422,
  too_many_queues: 422,
  too_many_guests_queue: 429,
  holds_off: 422,
  device_not_available: 422,
  others_in_line: 422,
  one_hold_only: 422,
  hold_paused: 422,
  bookings_off: 422,
  booking_not_found: 404,
  booking_begun: 422,
  slot_not_found: 404,
  slot_not_open: 422,
  slot_taken: 409,
  too_many_bookings: 422,
  too_many_bookings_in_month: 422,
  guests_cannot_book: 422,
  wrong_password: 422,
  too_busy: 503,

  // Controllers and what is linked to them.
  controller_not_found: 404,
  link_not_found: 404,
  test_not_found: 404,
  too_many_controllers: 422,
  too_many_simulated: 422,
  no_broker: 422,
  link_exists: 409,
  channel_taken: 409,
  cycle_open: 409,
  driver_cannot: 422,
  price_not_in_coins: 422,
  too_long_for_controller: 422,

  // Webhooks.
  webhook_not_found: 404,
  delivery_not_found: 404,
  too_many_webhooks: 422,
  webhook_address_refused: 422,
  webhook_disabled: 409,

  // Payments, refunds and balances.
  terms_changed: 409,
  device_not_active: 422,
  device_in_use: 422,
  held_for_another: 422,
  slot_ending: 422,
  runs_into_booking: 422,
  device_silent: 422,
  device_fault: 422,
  device_out_of_order: 422,
  device_changed: 422,
  cycle_starting: 422,
  cycle_ended: 422,
  cannot_be_stopped: 422,
  no_new_start: 422,
  code_not_accepted: 422,
  code_disabled: 422,
  code_balance_too_low: 422,
  card_declined: 422,
  code_expired: 422,
  code_deleted: 422,
  expiry_in_the_past: 422,
  balance_too_high: 422,
  balance_too_low: 422,
  batch_balance_too_high: 422,
  refund_too_much: 422,
  refund_elsewhere: 422,
  cards_off: 422,
  top_ups_off: 422,
  top_up_needs_verification: 422,
  business_details_need_verification: 422,
  too_many_business_details: 422,
  top_up_amounts_differ: 422,
  top_up_too_large: 422,
  top_up_too_full: 422,
  card_amount_too_small: 422,
  card_processor_lost: 503,
  card_webhook_refused: 422,
} as const satisfies Record<keyof RefusalTexts, number>

export type RefusalCode = keyof typeof statusOfRefusal

/** Facts in the sentence of a refusal; undefined for a fixed sentence. */
export type RefusalFacts<Code extends RefusalCode> = RefusalTexts[Code] extends (
  facts: infer Facts,
) => string
  ? Facts
  : undefined

/** Rights to read the facts of a refusal: without the right, a fact is null. */
const readByOfFacts: { [Code in RefusalCode]?: { [Fact in keyof RefusalFacts<Code>]?: Right } } = {
  batch_balance_too_high: { codes: 'read_codes' },
  balance_too_low: { balance: 'read_codes' },
  batch_changed: { codes: 'read_codes' },
  refund_too_much: { left: 'read_money' },
  device_number_taken: { other: 'read_devices' },
}

/** Replaces facts that the caller may not read with null. */
export function readableFacts(code: RefusalCode, facts: unknown, caller: CallerRights): unknown {
  const by: Record<string, Right> | undefined = readByOfFacts[code]
  if (!by) return facts
  const hidden = Object.entries(by).filter(([, right]) => !hasRight(caller, right))
  return { ...(facts as object), ...Object.fromEntries(hidden.map(([name]) => [name, null])) }
}

/** Refusals that any call may get, so that endpoints do not list them. */
export const commonRefusals = [
  'invalid_input',
  'malformed_json',
  'body_too_deep',
  'body_too_large',
  'not_json',
  'too_many_requests',
  'internal_error',
  'database_lost',
] as const satisfies readonly RefusalCode[]

/** For calls that take an Idempotency-Key. */
export const idempotencyRefusals = [
  'bad_idempotency_key',
  'idempotency_key_reused',
  'call_withdrawn',
] as const satisfies RefusalCode[]

/** For calls that need a session or an API key. */
export const sessionRefusals = [
  'signed_out',
  'session_expired',
  'api_key_refused',
  'right_missing',
  'not_staff',
  'staff_changed',
  'all_places_only',
] as const satisfies RefusalCode[]

/** Body of every error response, including the framework's. */
export const ErrorAnswer = z.object({
  error: z.string().describe('Message for people, in the requested language'),
  code: z.string().describe('Error code for programs'),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  requestId: z.string().describe('Include this id when you report a problem'),
})
export type ErrorAnswer = z.infer<typeof ErrorAnswer>
