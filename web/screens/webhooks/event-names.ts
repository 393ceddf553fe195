import type { testEventType, WebhookEventType } from '@coinless/contract/choices.ts'
import { t } from '../../shared/texts/texts.ts'

const names = {
  'payment.created': 'webhooks.event.payment_created',
  'refund.completed': 'webhooks.event.refund_completed',
  'refund.failed': 'webhooks.event.refund_failed',
  'cycle.started': 'webhooks.event.cycle_started',
  'cycle.ended': 'webhooks.event.cycle_ended',
  'report.created': 'webhooks.event.report_created',
  'code.used_up': 'webhooks.event.code_used_up',
  'booking.created': 'webhooks.event.booking_created',
  'booking.moved': 'webhooks.event.booking_moved',
  'booking.ended': 'webhooks.event.booking_ended',
  'queue.joined': 'webhooks.event.queue_joined',
  'queue.turn': 'webhooks.event.queue_turn',
  'queue.ended': 'webhooks.event.queue_ended',
  'webhook.test': 'webhooks.event.webhook_test',
} as const satisfies Record<WebhookEventType | typeof testEventType, string>

/** Display name of an event. An event that is unknown to this version is shown unchanged. */
export function eventName(event: keyof typeof names): string {
  return event in names ? t(names[event]) : event
}
