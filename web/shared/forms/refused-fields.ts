import type { RefusalCode } from '@coinless/contract/refusals.ts'
import type { ApiError } from '../calls/client.ts'

/** Fields that a refusal without details is about: the first one that the form has. */
const fieldsOf: Partial<Record<RefusalCode, readonly string[]>> = {
  device_number_taken: ['device_number'],
  price_not_in_coins: ['price', 'switching'],
  too_long_for_controller: ['duration_minutes', 'controller_id'],
  other_place: ['location'],
  owner_chooses_landlord: ['landlord_email'],
  channel_taken: ['channel'],
  driver_cannot: ['switching'],
  no_broker: ['driver'],
  too_many_simulated: ['driver'],
  code_taken: ['code'],
  code_easy_to_guess: ['code'],
  code_looks_mistyped: ['code'],
  expiry_in_the_past: ['lastDay'],
  balance_too_high: ['balance', 'amount'],
  balance_too_low: ['amount'],
  batch_balance_too_high: ['amount'],
  refund_too_much: ['amount'],
  mail_needs_verified: ['mail_customer'],
  staff_exists: ['email'],
  staff_is_yourself: ['email'],
  email_taken: ['email'],
  common_password: ['new_password', 'password'],
  wrong_password: ['current_password'],
  webhook_address_refused: ['url'],
  photo_unreadable: ['photo'],
  photo_has_too_many_pixels: ['photo'],
  too_many_photos: ['photo'],
  too_many_photos_of_network: ['photo'],
}

/** Errors by field of a refusal that names no fields itself. */
export function refusedFields(error: ApiError, values: object): Record<string, string> {
  const field = fieldsOf[error.code as RefusalCode]?.find((name) => name in values)
  return field === undefined ? {} : { [field]: error.message }
}
