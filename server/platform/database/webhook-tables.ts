import type {
  DeliveryFailure,
  deliveryStatuses,
  testEventType,
  WebhookEventType,
} from '@coinless/contract/choices.ts'
import type { Generated } from 'kysely'
import type { Timestamp } from './column-types.ts'

export interface WebhookTables {
  webhooks: {
    id: Generated<string>
    user_id: string
    url: string
    description: string | null
    events: WebhookEventType[]
    sealed_secret: Buffer
    sealed_old_secret: Buffer | null
    old_secret_until: Date | null
    is_enabled: Generated<boolean>
    rested_at: Date | null
    failing_since: Date | null
    last_failed_at: Date | null
    created_at: Timestamp
  }
  webhook_deliveries: {
    id: Generated<string>
    webhook_id: string
    event_id: string
    type: WebhookEventType | typeof testEventType
    subject_id: string
    created_at: Timestamp
    status: Generated<(typeof deliveryStatuses)[number]>
    queued_at: Timestamp
    tries: Generated<number>
    next_try_at: Generated<Date | null>
    claimed_until: Date | null
    tried_at: Date | null
    took_ms: number | null
    failure: DeliveryFailure | null
    answer_status: number | null
    answer_start: string | null
  }
}
