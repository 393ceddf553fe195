/**
 * The values of each field that has a fixed set of them, without its schema: a screen that offers
 * them need not load that.
 */

import { priceLimits } from './price-limits.ts'

/** What people register as. */
export const userTypes = ['tenant', 'landlord'] as const

export const deviceTypes = ['washer', 'dryer', 'shower', 'water', 'electricity', 'other'] as const
export type DeviceType = (typeof deviceTypes)[number]
export const coinTypes = ['quarter', 'dollar'] as const
export const deviceStatuses = ['active', 'inactive', 'disabled'] as const

export const controllerDrivers = ['coinless', 'shelly', 'mqtt', 'simulated'] as const
/** How a channel switches a device, and what shows that the device runs. */
export const switchings = ['relay', 'pulses'] as const
export const evidences = ['answer', 'power', 'busy'] as const
const { minutesMax } = priceLimits
/** What a driver's boxes can do. */
export const driverAbilities = {
  coinless: { switchings, evidences, relayMinutesMax: minutesMax },
  shelly: { switchings: ['relay'], evidences: ['answer', 'power'], relayMinutesMax: minutesMax },
  // A Tasmota's PulseTime ends after 18 hours. Which kind of box it is shows when it connects.
  mqtt: { switchings: ['relay'], evidences: ['answer', 'power'], relayMinutesMax: 18 * 60 },
  simulated: { switchings, evidences, relayMinutesMax: minutesMax },
} as const
/** What is kept of a controller for people to read. */
export const controllerEventKinds = [
  'connected',
  'disconnected',
  'replaced',
  'refused',
  'fault',
  'wrong_channel',
  'flood',
] as const
export type ControllerEventKind = (typeof controllerEventKinds)[number]
/** What a controller answers to a start that it does not carry out. */
export const startRefusals = ['expired', 'busy', 'door', 'fault'] as const

/** What the owner of a device is told of it. */
export const alertKinds = ['silent', 'out_of_order', 'doubted'] as const
export type AlertKind = (typeof alertKinds)[number]

/** What somebody says is wrong with a machine. The same of the same machine is one case. */
export const reportKinds = ['did_not_start', 'stopped_early', 'damaged', 'other'] as const
export const caseStatuses = ['open', 'done'] as const
export type ReportKind = (typeof reportKinds)[number]

/** What whoever paid is told of the machine, if they want that; of money that went back a mail tells in any case. */
const cycleNoticeKinds = ['five_minutes', 'done', 'money_back'] as const
export type CycleNoticeKind = (typeof cycleNoticeKinds)[number]
/** And what somebody is told who has asked for it at a room; of answers to reports, and of those of machines that they run. */
export const noticeKinds = [...cycleNoticeKinds, 'one_free', 'report'] as const
export const mailedNoticeKinds = ['five_minutes', 'done', 'one_free', 'report'] as const
export type NoticeKind = (typeof noticeKinds)[number]
/** Why a machine ran without being paid for in the end. */
export const lossKinds = ['ran_after_refund', 'capture_failed'] as const
export type LossKind = (typeof lossKinds)[number]

export const paymentMethods = ['credit_card', 'prepaid_code'] as const

/** Periods of revenue as of today, and what its rows are by. Weeks begin on Monday. */
export const revenuePeriods = [
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
] as const
export type RevenuePeriod = (typeof revenuePeriods)[number]
export const revenueGroups = [
  'day',
  'week',
  'month',
  'location',
  'device',
  'device_type',
  'payment_method',
  'hour',
  'weekday',
] as const
export type RevenueGroup = (typeof revenueGroups)[number]

/** What stands in place of the address of an account that its owner has closed, followed by its id. */
export const closedAccount = 'closed account '

/** The same of a guest. */
export const guestName = 'guest '

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
  'device_prices_changed',
  'device_deleted',
  'device_accepted',
  'device_refused',
  'device_linked',
  'device_link_changed',
  'device_unlinked',
  'device_looked_at',
  'device_tested',
  'controller_created',
  'controller_renamed',
  'controller_deleted',
  'credential_replaced',
  'credential_ended',
  'code_issued',
  'code_renamed',
  'code_customer_changed',
  'code_disabled',
  'code_enabled',
  'code_deleted',
  'code_topped_up',
  'code_adjusted',
  'code_expiry_changed',
  'code_batch_issued',
  'code_batch_disabled',
  'code_batch_expiry_changed',
  'code_batch_topped_up',
  'code_batch_mailed',
  'top_up_settings_changed',
  'top_up_refunded',
  'payment_refunded',
  'cycle_stopped',
  'cycle_started_anew',
  'report_made',
  'report_answered',
  'report_case_done',
  'resource_created',
  'resource_changed',
  'resource_deleted',
  'webhook_created',
  'webhook_changed',
  'webhook_deleted',
  'webhook_secret_replaced',
  'api_key_created',
  'api_key_ended',
  'webhook_tested',
  'webhook_sent_again',
  'support_bundle_downloaded',
  'staff_invited',
  'staff_invitation_sent_again',
  'staff_joined',
  'staff_role_changed',
  'staff_removed',
  'staff_left',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Who works for an owner: contract/staff.ts says what each may do. */
export const staffRoles = ['manager', 'technician', 'bookkeeper'] as const
export type StaffRole = (typeof staffRoles)[number]
export const staffStates = ['invited', 'expired', 'active'] as const

/** What a webhook may tell of. */
export const webhookEventTypes = [
  'payment.created',
  'refund.completed',
  'cycle.started',
  'cycle.ended',
  'report.created',
  'code.used_up',
] as const
export type WebhookEventType = (typeof webhookEventTypes)[number]
/** What tells nothing, sent to see whether anything arrives. */
export const testEventType = 'webhook.test'

export const deliveryStatuses = ['waiting', 'delivered', 'given_up'] as const
/** Why a try brought nothing, or why there is none. */
export const deliveryFailures = [
  'status',
  'redirect',
  'timeout',
  'no_connection',
  'address_refused',
  'secret_lost',
  'not_visible',
  'disabled',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]

/** What people see a device do. */
export const deviceActivities = [
  'free',
  'starting',
  'running',
  'in_use',
  'done',
  'no_answer',
  'out_of_order',
] as const

export const cycleStates = [
  'starting',
  'running',
  'finished',
  'not_started',
  'interrupted',
] as const

/** What ended a cycle, and so why it gives money back by itself. */
export const cycleReasons = [
  'time_over',
  'program_over',
  'stopped',
  'expired',
  'busy',
  'door',
  'fault',
  'silent',
  'did_not_run',
  'no_power',
  'undecided',
  'declined',
  'unlinked',
  'power_cut',
  'switched_off',
  'refunded',
] as const
export type CycleReason = (typeof cycleReasons)[number]

/** Why a card payment starts no machine. */
export const cardRefusals = [
  'card_declined',
  'device_not_active',
  'device_out_of_order',
  'device_in_use',
  'device_silent',
  'device_fault',
  'device_changed',
] as const
export type CardRefusal = (typeof cardRefusals)[number]

/** Why a code did not take what a card paid for it: then it goes back to the card. */
export const topUpRefusals = [
  'code_deleted',
  'code_disabled',
  'code_expired',
  'code_full',
  'code_handed_on',
] as const
export type TopUpRefusal = (typeof topUpRefusals)[number]

/** Why a code or a card cannot take back what is owed to it. */
export type RefundObstacle = 'code_deleted' | 'code_expired' | 'code_full' | 'card_refused'
