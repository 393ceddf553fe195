import type {
  AlertKind,
  ControllerEventKind,
  DeviceType,
  LossKind,
  NotificationKind,
} from '@coinless/contract/choices.ts'
import type { Language } from '@coinless/contract/languages.ts'
import type { NumericText } from '@coinless/contract/money.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Amount, Computed, Timestamp } from './column-types.ts'

/** 0 by default. */
type Sum = ColumnType<NumericText, number | undefined, number>

export interface CycleTables {
  controllers: {
    id: Generated<string>
    owner_id: string
    name: string
    driver: 'coinless' | 'shelly' | 'mqtt' | 'simulated'
    /** null: revoked. */
    credential_hash: Buffer | null
    created_at: Timestamp
    deleted_at: Date | null
  }
  controller_presence: {
    controller_id: string
    heard_at: Date
    boot_id: string | null
    connected_at: Date | null
  }
  controller_events: {
    id: Generated<string>
    controller_id: string
    kind: ControllerEventKind
    detail: Generated<string>
    created_at: Timestamp
  }
  device_links: {
    id: Generated<string>
    device_id: string
    controller_id: string
    channel: number
    switching: 'relay' | 'pulses'
    pulse_ms: number | null
    gap_ms: number | null
    evidence: Generated<'answer' | 'power' | 'busy'>
    watts_mark: number | null
    gives_back_unused: Generated<boolean>
    not_started: Generated<number>
    not_started_payer_id: string | null
    not_started_by_device: Generated<boolean>
    doubted_at: Date | null
    out_of_order_at: Date | null
    unresponsive_since: Date | null
    /** Why the device would refuse a payment while no cycle is open. */
    blocked_by: 'in_use' | 'fault' | null
    blocked_since: Date | null
    created_at: Timestamp
  }
  cycles: {
    id: string
    transaction_id: string | null
    card_payment_id: string | null
    device_id: string
    open_link_id: string | null
    state: 'starting' | 'running' | 'finished' | 'not_started' | 'interrupted'
    reason: string | null
    is_measured: boolean
    minimum_minutes: Generated<number>
    gives_back_unused: Generated<boolean>
    money: 'held' | 'taken' | 'released'
    given_back: Sum
    manual_refund_amount: Sum
    is_restart_offered: Generated<boolean>
    run_since: Date | null
    ends_at: Date | null
    last_running_at: Date | null
    boot_id: string | null
    has_worked: Generated<boolean>
    idle_since: Date | null
    is_stopping: Generated<boolean>
    check_attempts: Generated<number>
    next_check_at: Date | null
    is_loss: Generated<boolean>
    /** Language of a payer with a code; card payments store their own. */
    language: Language | null
    /** Payer at a device without a link who confirmed that this is their only payment there. */
    exclusive_payer_id: string | null
    /** Account of the operator who gives the run away; null: paid. */
    operator_id: string | null
    free_minutes: number | null
    created_at: Timestamp
    ended_at: Date | null
  }
  starts: {
    id: Generated<string>
    cycle_id: string | null
    number: Generated<number>
    controller_id: string
    channel: number
    deadline: Date
    created_at: Timestamp
    answer: 'accepted' | 'expired' | 'busy' | 'door' | 'fault' | null
    answered_at: Date | null
    /** When it was sent to a controller that does not know start ids; null for others. */
    sent_at: Date | null
    sent_seconds: number | null
  }
  simulated_controllers: {
    controller_id: string
    server: string
    lease_expires_at: Date
  }
  mqtt_lease: {
    is_only: Generated<boolean>
    server: string
    expires_at: Date
  }
  simulated_faults: {
    controller_id: string
    channel: number
    fault: 'silent' | 'refuses' | 'dies'
  }
  alerts: {
    id: Generated<string>
    device_id: string
    kind: AlertKind
    since: Date
    ended_at: Date | null
    notification_pending_since: Generated<Date | null>
    notified_at: Date | null
  }
  notification_preferences: {
    user_id: string
    push: NotificationKind[]
    mail: NotificationKind[]
    /** Local time such as 22:00. */
    quiet_from: string | null
    quiet_until: string | null
    time_zone: string | null
  }
  weekly_mails: {
    user_id: string
    time_zone: string
    language: Language
    due_at: Date
    last_sent_week: string | null
  }
  notifications: {
    cycle_id: string
    kind: NotificationKind
    user_id: string
    expires_at: Date
  }
  room_waits: {
    id: Generated<string>
    user_id: string
    device_id: string
    device_type: DeviceType
    language: Language
    created_at: Timestamp
    expires_at: Date
    next_check_at: Timestamp
  }
  push_subscriptions: {
    id: Generated<string>
    user_id: string
    session_id: string
    endpoint_hash: Buffer
    sealed: Buffer
    public_key: string
    created_at: Timestamp
    last_sent_at: Date | null
  }
  push_keys: {
    is_only: Generated<boolean>
    public_key: string
    sealed_private_key: Buffer
  }
  cut_short_alerts: {
    id: Generated<string>
    owner_id: string
    payer_id: string
    transaction_id: string
    cycles: number
    given_back: Amount
    since: Date
    ended_at: Date | null
    notification_pending_since: Generated<Date | null>
    notified_at: Date | null
  }
  losses: {
    id: Generated<string>
    cycle_id: string
    why: LossKind
    amount: Amount
    /** Owner of the device. */
    owner_id: Computed<string>
    /** Payee of the payment, if not the owner. */
    payee_id: Computed<string | null>
    created_at: Timestamp
  }
}
