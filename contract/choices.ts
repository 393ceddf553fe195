/** Values of each field with a fixed set of values, without its schema, so that screens need not load the schema. */

import { priceLimits } from './price-limits.ts'

/** Account types at registration. */
export const userTypes = ['tenant', 'landlord'] as const

export const deviceTypes = ['washer', 'dryer', 'shower', 'water', 'electricity', 'other'] as const
export type DeviceType = (typeof deviceTypes)[number]
export const deviceStatuses = ['active', 'inactive', 'disabled'] as const

export const controllerDrivers = ['coinless', 'shelly', 'mqtt', 'simulated'] as const
/** How a channel switches a device, and how it proves that the device runs. */
export const switchings = ['relay', 'pulses'] as const
export const evidences = ['answer', 'power', 'busy'] as const
const { minutesMax } = priceLimits
/** Capabilities of each driver's controllers. */
export const driverAbilities = {
  coinless: { switchings, evidences, relayMinutesMax: minutesMax },
  shelly: { switchings: ['relay'], evidences: ['answer', 'power'], relayMinutesMax: minutesMax },
  // A Tasmota's PulseTime ends after 18 hours. The kind of box is known only once it connects.
  mqtt: { switchings: ['relay'], evidences: ['answer', 'power'], relayMinutesMax: 18 * 60 },
  simulated: { switchings, evidences, relayMinutesMax: minutesMax },
} as const
/** Controller events that are stored for display. */
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
/** Why a controller refuses a start. */
export const startRefusals = ['expired', 'busy', 'door', 'fault'] as const

/** Alerts to the owner of a device. */
export const alertKinds = ['silent', 'out_of_order', 'doubted'] as const
export type AlertKind = (typeof alertKinds)[number]

/** Faults that can be reported. Reports of the same fault of the same machine are one case. */
export const reportKinds = ['did_not_start', 'stopped_early', 'damaged', 'other'] as const
export const caseStatuses = ['open', 'done'] as const
export type ReportKind = (typeof reportKinds)[number]

/** Optional notifications to the payer; a refund is always mailed. */
const cycleNotificationKinds = ['five_minutes', 'done', 'money_back'] as const
export type CycleNotificationKind = (typeof cycleNotificationKinds)[number]
/** Also notifications requested at a room, answers to the user's reports, and reports about the operator's machines. */
export const notificationKinds = [...cycleNotificationKinds, 'one_free', 'report'] as const
export const mailedNotificationKinds = ['five_minutes', 'done', 'one_free', 'report'] as const
export type NotificationKind = (typeof notificationKinds)[number]
/** Why a run was not paid for in the end. */
export const lossKinds = ['ran_after_refund', 'capture_failed'] as const
export type LossKind = (typeof lossKinds)[number]

export const paymentMethods = ['credit_card', 'prepaid_code'] as const

/** When tax on payments with a code is due: a multi-purpose or a single-purpose voucher. */
export const taxDues = ['cycle', 'sale'] as const
export type TaxDue = (typeof taxDues)[number]

export const receiptKinds = ['receipt', 'credit_note'] as const
export type ReceiptKind = (typeof receiptKinds)[number]

/** Revenue periods relative to today, and groupings of rows. Weeks begin on Monday. */
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

/** Replaces the address of a closed account, followed by its id. */
export const closedAccount = 'closed account '

/** The same for a guest. */
export const guestName = 'guest '

/** What can be found in an account that a stranger had registered. */
export const leftBehindKinds = ['device', 'prepaid_code'] as const

/** Every audited action, as `what_happened`. Payments have their own ledger. */
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
  'free_cycle_started',
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
  'business_details_changed',
  'time_zone_changed',
  'room_rules_changed',
  ...['booking_plan_changed', 'booking_cancelled'],
  ...['display_created', 'display_changed', 'display_ended'],
  ...['calendar_created', 'calendar_ended'],
  'top_up_settings_changed',
  'top_up_refunded',
  'payment_refunded',
  'refund_failed',
  'cycle_stopped',
  'cycle_started_anew',
  'report_made',
  'report_answered',
  'report_case_done',
  'report_case_reopened',
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

/** Roles of staff; contract/staff.ts defines their rights. */
export const staffRoles = ['manager', 'technician', 'bookkeeper'] as const
export type StaffRole = (typeof staffRoles)[number]
export const staffStates = ['invited', 'expired', 'active'] as const

/** Events that a webhook can send. */
export const webhookEventTypes = [
  'payment.created',
  'refund.completed',
  'refund.failed',
  'cycle.started',
  'cycle.ended',
  'report.created',
  'code.used_up',
  'booking.created',
  'booking.moved',
  'booking.ended',
  'queue.joined',
  'queue.turn',
  'queue.ended',
] as const
export type WebhookEventType = (typeof webhookEventTypes)[number]
/** Event that reports nothing, sent to test a webhook. */
export const testEventType = 'webhook.test'

export const deliveryStatuses = ['waiting', 'delivered', 'given_up'] as const
/** Why a delivery attempt failed, or was not made. */
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

/** Activities of a device, as shown to users. */
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

/** What ended a cycle, and therefore why it refunds money automatically. */
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

/** Why a card payment does not start a machine. */
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

/** Why a code could not take a top-up, which is then refunded to the card. */
export const topUpRefusals = [
  'code_deleted',
  'code_disabled',
  'code_expired',
  'code_full',
  'code_handed_on',
] as const
export type TopUpRefusal = (typeof topUpRefusals)[number]

/** Why a code or a card cannot take a refund. */
export type RefundObstacle = 'code_deleted' | 'code_expired' | 'code_full' | 'card_refused'

/** A refund to a card that the bank returned. 'owed_top_up': the code could not take the top-up. */
export interface ReturnedRefund {
  kind: 'payment' | 'top_up' | 'owed_top_up'
  /** Number of the device that was paid for. */
  name?: string | undefined
}
