/**
 * The values of each field that has a fixed set of them, without its schema: a screen that offers
 * them need not load that.
 */

/** What people register as. */
export const userTypes = ['tenant', 'landlord'] as const

export const deviceTypes = ['washer', 'dryer', 'shower', 'water', 'electricity', 'other'] as const
export const coinTypes = ['quarter', 'dollar'] as const
export const deviceStatuses = ['active', 'inactive', 'disabled'] as const

export const paymentMethods = ['credit_card', 'prepaid_code'] as const

/** What stands in place of the address of an account that its owner has closed, followed by its id. */
export const closedAccount = 'closed account '

/** What may be found in an account that somebody else had registered. */
export const leftBehindKinds = ['device', 'prepaid_code'] as const

/** Everything that is written down, as `what_happened`. Payments have a ledger of their own. */
export const auditActions = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'session_ended',
  'stolen_token_used',
  'account_registered',
  'account_renamed',
  'address_verified',
  'account_cleared',
  'account_closed',
  'password_changed',
  'password_reset',
  'authenticator_added',
  'authenticator_removed',
  'recovery_codes_made',
  'passkey_added',
  'passkey_removed',
  'role_assigned',
  'role_removed',
  'device_created',
  'device_changed',
  'device_deleted',
  'device_accepted',
  'device_refused',
  'code_issued',
  'code_renamed',
  'code_customer_changed',
  'code_disabled',
  'code_enabled',
  'code_deleted',
  'code_topped_up',
  'code_adjusted',
  'code_expiry_changed',
  'payment_refunded',
  'resource_created',
  'resource_changed',
  'resource_deleted',
] as const
export type AuditAction = (typeof auditActions)[number]
