import { type WebhookEventType, webhookEventTypes } from '@coinless/contract/choices.ts'
import { type Webhook, webhooks } from '@coinless/contract/webhooks.ts'
import { checkedBy } from '../../shared/ui/form-check.ts'

type Chosen = Record<`on_${string}`, boolean>

/** Values of the webhook forms: a switch per event. */
export type WebhookInput = Chosen & { url: string; description: string }

/** A valid field name: a dot would refer to a nested field. */
export function fieldOf(event: WebhookEventType): `on_${string}` {
  return `on_${event.replace('.', '_')}`
}

export function inputOf(webhook?: Pick<Webhook, 'url' | 'description' | 'events'>): WebhookInput {
  const chosen = webhookEventTypes.map((event) => [
    fieldOf(event),
    webhook?.events.includes(event) ?? event === 'payment.created',
  ])
  return {
    ...Object.fromEntries(chosen),
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
  }
}

export function bodyOf(input: WebhookInput) {
  const { url, description } = input
  const events = webhookEventTypes.filter((event) => input[fieldOf(event)])
  return { url, description, events }
}

const wrong = checkedBy(webhooks.create.body)

/** Errors of the events are shown below the first event. */
export function validate(input: WebhookInput): Record<string, string> {
  const found = Object.entries(wrong(bodyOf(input)))
  return Object.fromEntries(
    found.map(([field, sentence]) => [
      field.startsWith('events') ? fieldOf(webhookEventTypes[0]) : field,
      sentence,
    ]),
  )
}
