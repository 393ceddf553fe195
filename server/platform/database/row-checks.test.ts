import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'

const server = testApp()

const id = '00000000-0000-4000-8000-000000000001'
const other = '00000000-0000-4000-8000-000000000002'
const time = '2026-01-01T00:00:00Z'

type Row = Record<string, unknown>

/** The constraint that refuses a row, or null. */
async function refusedBy(table: string, check: string, row: Row): Promise<string | null> {
  const checked = sql`select ${sql.raw(check)}(jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb))`
  return checked.execute(server.database).then(
    ({ rows }) => (Object.values(rows[0] as Row)[0] === true ? null : 'no constraint'),
    (error) => `${error.code} ${error.table} ${error.constraint}`,
  )
}

const transaction = {
  amount: 2.5,
  duration_minutes: 30,
  payment_method: 'prepaid_code',
  prepaid_code_id: id,
}
const entry = {
  reason: 'redemption',
  amount: 2.5,
  debit_account: `code:${id}`,
  credit_account: `revenue:${id}`,
  prepaid_code_id: id,
  code_entry: 2,
  balance_after: 0,
  transaction_id: id,
  actor_id: id,
}
const adjustment = {
  ...entry,
  reason: 'adjustment',
  credit_account: `corrections:${id}`,
  transaction_id: null,
  note: 'Counted twice',
}
const running = {
  id,
  transaction_id: id,
  state: 'running',
  minimum_minutes: 0,
  money: 'taken',
  given_back: 0,
  manual_refund_amount: 0,
  check_attempts: 0,
  run_since: time,
  ends_at: time,
  next_check_at: time,
}
const ended = { ...running, state: 'finished', reason: 'time', ended_at: time, next_check_at: null }
const starting = { ...running, state: 'starting', open_link_id: id, run_since: null, ends_at: null }

test.each([
  ['transactions', 'check_transaction', transaction],
  [
    'transactions',
    'check_transaction',
    {
      ...transaction,
      payment_method: 'credit_card',
      prepaid_code_id: null,
      processor_reference: '',
    },
  ],
  ['ledger_entries', 'check_ledger_entry', entry],
  ['ledger_entries', 'check_ledger_entry', adjustment],
  ['cycles', 'check_cycle', running],
  ['cycles', 'check_cycle', ended],
  ['cycles', 'check_cycle', starting],
])('accepts a row of %s', async (table, check, row) => {
  expect(await refusedBy(table, check, row)).toBe(null)
})

describe.each<
  [table: string, check: string, row: Row, refused: [constraint: string, change: Row][]]
>([
  [
    'transactions',
    'check_transaction',
    transaction,
    [
      ['transactions_amount_check', { amount: -0.01 }],
      ['transactions_duration_minutes_check', { duration_minutes: 0 }],
      ['transactions_payment_method_check', { payment_method: 'cash' }],
      ['transactions_check', { prepaid_code_id: null }],
      ['transactions_check1', { processor_reference: 'ch_1' }],
    ],
  ],
  [
    'ledger_entries',
    'check_ledger_entry',
    entry,
    [
      ['ledger_entries_amount_check', { amount: -0.01 }],
      ['ledger_entries_accounts', { credit_account: 'card' }],
      ['ledger_entries_accounts', { debit_account: `code:${other}` }],
      ['ledger_entries_accounts', { transaction_id: null }],
      ['ledger_entries_order', { code_entry: null }],
      ['ledger_entries_order', { balance_after: null }],
      ['ledger_entries_order', { balance_after: -0.01 }],
      ['ledger_entries_refund', { refund_id: id }],
      ['ledger_entries_note', { note: 'A note' }],
      ['ledger_entries_actor', { actor_id: null }],
    ],
  ],
  ['ledger_entries', 'check_ledger_entry', adjustment, [['ledger_entries_note', { note: null }]]],
  [
    'cycles',
    'check_cycle',
    running,
    [
      ['cycles_state_check', { state: 'paused' }],
      ['cycles_money_check', { money: 'lost' }],
      ['cycles_minimum_minutes_check', { minimum_minutes: -1 }],
      ['cycles_given_back_check', { given_back: -0.01 }],
      ['cycles_manual_refund_amount_check', { manual_refund_amount: 0.01 }],
      ['cycles_check_attempts_check', { check_attempts: -1 }],
      ['cycles_payment', { transaction_id: other }],
      ['cycles_payment', { card_payment_id: other }],
      ['cycles_payment', { transaction_id: null }],
      ['cycles_end', { ended_at: time }],
      ['cycles_end', { reason: 'time' }],
      ['cycles_next_check', { next_check_at: null }],
      ['cycles_run', { run_since: null }],
      ['cycles_run', { ends_at: null }],
      ['cycles_held', { money: 'held' }],
    ],
  ],
  [
    'cycles',
    'check_cycle',
    ended,
    [
      ['cycles_end', { reason: null }],
      ['cycles_open', { open_link_id: id }],
      ['cycles_held', { money: 'held', transaction_id: null, card_payment_id: id }],
    ],
  ],
  ['cycles', 'check_cycle', starting, [['cycles_starting', { open_link_id: null }]]],
])('a row of %s', (table, check, row, refused) => {
  test.each(refused)('is refused by %s: %o', async (constraint, change) => {
    const answer = await refusedBy(table, check, { ...row, ...change })
    expect(answer).toBe(`23514 ${table} ${constraint}`)
  })
})

test('orders the ids of ledger entries by time', async () => {
  const { rows } = await sql<{ before: string; after: string }>`
    select time_ordered_uuid() as before, pg_sleep(0.002), time_ordered_uuid() as after`.execute(
    server.database,
  )
  const { before = '', after = '' } = rows[0] ?? {}
  expect(before < after).toBe(true)
  for (const each of [before, after]) expect(each).toMatch(/^.{8}-.{4}-7.{3}-[89ab]/)
})
