import type { AuditEvent } from '@coinless/contract/audit.ts'
import type { PriceList } from '@coinless/contract/device-prices.ts'
import type { Device } from '@coinless/contract/devices.ts'
import type { JsonObject } from '@coinless/contract/json-document.ts'
import type { Language } from '@coinless/contract/languages.ts'
import type { Passkey } from '@coinless/contract/passkeys.ts'
import type { User } from '@coinless/contract/users.ts'
import type { ColumnType, Generated } from 'kysely'
import type { ApiKeyTables } from './api-key-tables.ts'
import type { BulkTables } from './bulk-tables.ts'
import type { Amount, Computed, Table, Timestamp } from './column-types.ts'
import type { CycleTables } from './cycle-tables.ts'
import type { MoneyTables } from './money-tables.ts'
import type { PlaceTables } from './place-tables.ts'
import type { ReportTables } from './report-tables.ts'
import type { StaffTables } from './staff-tables.ts'
import type { TaxTables } from './tax-tables.ts'
import type { WebhookTables } from './webhook-tables.ts'

export interface Tables
  extends MoneyTables,
    CycleTables,
    ReportTables,
    WebhookTables,
    BulkTables,
    ApiKeyTables,
    StaffTables,
    TaxTables,
    PlaceTables {
  users: Table<
    User,
    {
      id: Generated<string>
      email_verified: Generated<boolean>
      is_guest: Generated<boolean>
      acceptance_requested_at: Generated<Date | null>
      verified_at: Computed<Date | null>
      search_text: Computed<string>
      closed_at: Generated<Date | null>
      roles: Generated<string[]>
      password_hash: string
      created_at: Timestamp
    }
  >
  server_problems: {
    hour: Date
    kind: 'error' | 'slow_statement'
    source: string
    error: string
    times: number
    longest_ms: number | null
    last_at: Date
  }
  guests_per_network: {
    network: string
    window_started_at: Generated<Date>
    guests: number
  }
  mails_per_network: {
    network: string
    window_started_at: Generated<Date>
    mails: number
  }
  creations_per_network: {
    network: string
    window_started_at: Generated<Date>
    creations: number
  }
  sessions: {
    id: Generated<string>
    user_id: string
    created_at: Timestamp
    expires_at: Date
    ended_at: Date | null
    user_agent: Generated<string>
    last_seen_at: Generated<Date>
    second_factor: Generated<boolean>
    is_registration: Generated<boolean>
    network: Generated<string>
    /** Of the latest sign-in or renewal. null: stored by an earlier version. */
    language: Generated<Language | null>
  }
  left_behind: {
    id: string
    user_id: string
    device_id: string | null
    prepaid_code_id: string | null
    was_enabled: boolean
    created_at: Date
  }
  refresh_tokens: {
    token_hash: Buffer
    session_id: string
    created_at: Timestamp
    replaced_at: Date | null
  }
  secret_check: {
    is_only: Generated<true>
    sealed: Buffer
  }
  last_backup_file: {
    is_only: Generated<true>
    written_at: Date
    bytes: number
  }
  authenticators: {
    user_id: string
    sealed_secret: Buffer
    created_at: Timestamp
    confirmed_at: Date | null
    last_step: Generated<number>
  }
  recovery_codes: {
    user_id: string
    code_hash: Buffer
  }
  passkeys: Table<
    Passkey,
    {
      id: Generated<string>
      user_id: string
      credential_id: string
      public_key: Buffer
      counter: number
      created_at: Timestamp
      last_used_at: Date | null
    }
  >
  passkey_challenges: {
    challenge: string
    purpose: 'sign_in' | 'proof' | 'creation'
    user_id: string | null
    expires_at: Date
  }
  call_counts: {
    caller: string
    started_at: Date
    calls: number
  }
  failed_attempts: {
    throttle_key: string
    failures: number
    last_failed_at: Date
    blocked_until: Date
  }
  email_codes: {
    user_id: string
    purpose: 'verification' | 'password'
    code_hash: Buffer
    created_at: Timestamp
    expires_at: Date
  }
  email_code_attempts: {
    user_id: string
    purpose: 'verification' | 'password'
    code_hash: Buffer
    network: string
    attempts: number
  }
  /** Work until it is done or of no use. */
  jobs: {
    id: Generated<string>
    queue: 'mails' | 'pushes' | 'notifications'
    subject_id: string | null
    kind: string | null
    user_id: string | null
    sealed: Buffer | null
    attempts: Generated<number>
    due_at: Timestamp
    created_at: Timestamp
    expires_at: Date
  }
  /** A row while the other side of a queue accepts nothing. */
  job_outages: {
    queue: Tables['jobs']['queue']
    started_at: Timestamp
    attempts: Generated<number>
    next_attempt_at: Date
  }
  devices: Table<
    Omit<Device, 'run_by' | 'offers'>,
    {
      id: Generated<string>
      owner_id: string
      price: Amount
      /** Further programmes, and prices by time: see migrations/255-price-lists.sql. */
      price_list: ColumnType<PriceList | null, string | null | undefined, string | null>
      landlord_accepted: Computed<boolean>
      landlord_accepted_at: Generated<Date | null>
      saved_as_admin: Generated<boolean>
      coin_type: Generated<Device['coin_type']>
      status: Generated<Device['status']>
      created_at: Timestamp
      updated_at: Timestamp
      deleted_at: Date | null
      is_open: Computed<boolean>
      is_publishable: Computed<boolean>
      landlord_is_owner: Computed<boolean>
      search_text: Computed<string>
      shares_number: Generated<boolean>
      sticker_number: Computed<string>
      room_id: Computed<string | null>
    }
  >
  migrations: {
    name: string
    checksum: string
    applied_at: Timestamp
  }
  saved_codes: {
    user_id: string
    prepaid_code_id: string
    code_version: Buffer
  }
  /** One row, created on the first start. */
  installation: {
    id: Generated<string>
    is_only: Generated<boolean>
    /** ISO 4217; null until the first start. */
    currency: string | null
  }
  row_counts: {
    audience: string
    /** UTC month, or 'infinity' for all months together. */
    month: string
    facet: string
    rows: number
  }
  row_count_changes: Omit<Tables['row_counts'], 'rows'> & { change: number }
  /** Expected content of `row_counts`. */
  expected_row_counts: Tables['row_counts']
  resources: {
    id: Generated<string>
    owner_id: string
    document: ColumnType<JsonObject, string, string>
    bytes: Computed<number>
    search_text: Computed<string>
    created_at: Timestamp
  }
  audit_events: Table<
    AuditEvent,
    {
      id: Generated<string>
      search_text: Computed<string>
      created_at: Timestamp
      details: ColumnType<AuditEvent['details'], string, never>
    }
  >
}
