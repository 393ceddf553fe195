import { audit } from '@coinless/contract/audit.ts'
import { devices } from '@coinless/contract/devices.ts'
import type { Endpoint } from '@coinless/contract/endpoint.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { transactions } from '@coinless/contract/transactions.ts'
import { adminUsers } from '@coinless/contract/users.ts'
import { sql } from 'kysely'
import {
  issuedOrHeldCode,
  visibleDevice,
  visibleTransaction,
} from '../../server/platform/policy/policy.ts'

/** A list as returned by the API, and its rows read without pages. */
export interface ListCase {
  list: Endpoint
  table: 'audit_events' | 'devices' | 'prepaid_codes' | 'transactions' | 'users'
  query: Record<string, string>
  filter: string
  visible: (caller: Caller) => unknown
}

export const cases: ListCase[] = [
  { list: devices.list, table: 'devices', query: {}, filter: 'true', visible: visibleDevice },
  {
    list: devices.list,
    table: 'devices',
    query: { device_type: 'shower' },
    filter: "device_type = 'shower'",
    visible: visibleDevice,
  },
  {
    list: devices.list,
    table: 'devices',
    query: { device_type: 'dryer', status: 'inactive' },
    filter: "device_type = 'dryer' and status = 'inactive'",
    visible: visibleDevice,
  },
  {
    list: devices.list,
    table: 'devices',
    query: { search: 'house 41' },
    filter: "(device_name ilike '%house 41%' or location ilike '%house 41%')",
    visible: visibleDevice,
  },
  {
    list: transactions.list,
    table: 'transactions',
    query: {},
    filter: 'true',
    visible: visibleTransaction,
  },
  {
    list: transactions.list,
    table: 'transactions',
    query: { payment_method: 'credit_card' },
    filter: "payment_method = 'credit_card'",
    visible: visibleTransaction,
  },
  {
    list: transactions.list,
    table: 'transactions',
    query: { payment_method: 'prepaid_code', search: 'M-123' },
    filter: "payment_method = 'prepaid_code' and device_number like '%M-123%'",
    visible: visibleTransaction,
  },
  {
    list: prepaidCodes.list,
    table: 'prepaid_codes',
    query: {},
    filter: 'true',
    visible: issuedOrHeldCode,
  },
  {
    list: prepaidCodes.list,
    table: 'prepaid_codes',
    query: { disabled: 'true' },
    filter: 'disabled',
    visible: issuedOrHeldCode,
  },
]

export const casesOfAdmins: ListCase[] = [
  { list: adminUsers.list, table: 'users', query: {}, filter: 'true', visible: everything },
  {
    list: adminUsers.list,
    table: 'users',
    query: { search: 'tenant41' },
    filter: "email like '%tenant41%'",
    visible: everything,
  },
  { list: audit.list, table: 'audit_events', query: {}, filter: 'true', visible: everything },
  {
    list: audit.list,
    table: 'audit_events',
    query: { action: 'signed_out' },
    filter: "action = 'signed_out'",
    visible: everything,
  },
  {
    list: audit.list,
    table: 'audit_events',
    query: { search: 'TENANT41' },
    filter: "actor_email like '%tenant41%'",
    visible: everything,
  },
  {
    list: audit.list,
    table: 'audit_events',
    query: { search: 'tenant41', from: '2026-01-01T00:00:00Z' },
    filter: "actor_email like '%tenant41%' and created_at >= '2026-01-01T00:00:00Z'",
    visible: everything,
  },
]

function everything() {
  return sql`true`
}
