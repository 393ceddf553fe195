import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sandboxPaymentMethods } from '@coinless/contract/payment-methods.ts'
import { payments } from '@coinless/contract/payments.ts'
import { refunds } from '@coinless/contract/refunds.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makePastPayment } from '../../../test/support/history.ts'
import {
  makeCode,
  makeDevice,
  makeLandlord,
  makeUser,
  termsOf,
} from '../../../test/support/make.ts'
import { moneyOf, untouched } from '../../../test/support/money.ts'
import type { Database } from '../../platform/database/connection.ts'
import { findInconsistencies } from './check.ts'
import { adjustmentEntry } from './entries.ts'

const server = testApp()

describe('the database', () => {
  async function refusesSql(statement: string, reason: RegExp) {
    await expect(sql.raw(statement).execute(server.database)).rejects.toThrow(reason)
  }

  test('refuses a balance without a ledger entry and a balance below zero', async () => {
    const landlord = await makeLandlord(server)
    await makeDevice(server, landlord)
    const code = await makeCode(server, landlord)
    const where = `where id = '${code.id}'`
    await refusesSql(
      `update prepaid_codes set remaining_balance = 99, balance = 99 ${where}`,
      /by a ledger entry only/,
    )
    await refusesSql(
      `update prepaid_codes set has_remaining_balance = false ${where}`,
      /by a ledger entry only/,
    )
    await refusesSql(
      `insert into prepaid_codes (user_id, code, lookup_key, balance, remaining_balance)
       values ('${code.user_id}', 'minted', 'M1NTED', 5, 5)`,
      /by a ledger entry only/,
    )
    await refusesSql(
      `with t as (
         insert into transactions (device_id, payer_id, prepaid_code_id, device_number, amount,
           duration_minutes, payment_method)
         select d.id, d.owner_id, '${code.id}', '1', 10.01, 1, 'prepaid_code'
         from devices d limit 1 returning *)
       insert into ledger_entries (prepaid_code_id, transaction_id, reason, amount, actor_id,
         debit_account, credit_account)
       select prepaid_code_id, id, 'redemption', amount, payer_id, ledger_account('code', prepaid_code_id),
         ledger_account('revenue', device_id)
       from t`,
      /remaining_balance/,
    )
    expect(await moneyOf(server, code.id)).toEqual(untouched)
  })

  test('refuses to update or delete ledger entries and transactions', async () => {
    for (const table of ['ledger_entries', 'transactions']) {
      await refusesSql(`update ${table} set amount = 0`, /permission denied/)
      await refusesSql(`delete from ${table}`, /permission denied/)
      await refusesSql(`truncate ${table} cascade`, /permission denied/)
    }
  })

  test('updates indexes of the codes only when a balance reaches or leaves zero', async () => {
    const landlord = await makeLandlord(server)
    const code = await makeCode(server, landlord)
    const own = { ...code, user_id: landlord.id }
    const entriesOfIndexes = async (transaction: Database) => {
      const { rows } = await sql<{ changes: number; has_remaining_balance: boolean }>`
        select n_tup_upd - n_tup_hot_upd as changes, has_remaining_balance
        from pg_stat_xact_user_tables, prepaid_codes
        where relname = 'prepaid_codes' and prepaid_codes.id = ${code.id}`.execute(transaction)
      return rows[0] ?? { changes: 0, has_remaining_balance: undefined }
    }
    const changedBy = (amount: number) =>
      server.database.transaction().execute(async (transaction) => {
        const before = await entriesOfIndexes(transaction)
        const entry = adjustmentEntry(own, landlord.id, amount, 'a correction')
        await transaction.insertInto('ledger_entries').values(entry).execute()
        const { changes, has_remaining_balance } = await entriesOfIndexes(transaction)
        return { changes: changes - before.changes, has_remaining_balance }
      })
    expect(await changedBy(-1)).toEqual({ changes: 0, has_remaining_balance: true })
    expect(await changedBy(1 - code.remaining_balance)).toEqual({
      changes: 1,
      has_remaining_balance: false,
    })
    expect(await changedBy(1)).toEqual({ changes: 1, has_remaining_balance: true })
  })

  test('refuses a payment without a matching ledger entry', async () => {
    const landlord = await makeLandlord(server)
    const device = await makeDevice(server, landlord)
    const payment = `insert into transactions (device_id, payer_id, device_number, amount,
        duration_minutes, payment_method, processor_reference)
      values ('${device.id}', '${landlord.id}', '1', 2.50, 30, 'credit_card', gen_random_uuid())`
    const entry = (amount: string, from: string, to: string) => `with t as (${payment} returning *)
      insert into ledger_entries (reason, amount, debit_account, credit_account, transaction_id,
        actor_id) select 'card_payment', ${amount}, ${from}, ${to}, id, payer_id from t`
    const revenue = `ledger_account('revenue', device_id)`
    await refusesSql(payment, /needs a ledger entry/)
    await refusesSql(entry('2.49', `'card'`, revenue), /needs a ledger entry/)
    await refusesSql(
      entry('amount', `'card'`, `ledger_account('revenue', id)`),
      /needs a ledger entry/,
    )
    await refusesSql(entry('amount', `'cash'`, revenue), /ledger_entries_accounts/)
    await refusesSql(entry('amount', revenue, `'card'`), /ledger_entries_accounts/)
    await refusesSql(entry('-amount', `'card'`, revenue), /ledger_entries_amount/)
    await sql.raw(entry('amount', `'card'`, revenue)).execute(server.database)
    await refusesSql(
      `insert into ledger_entries (reason, amount, debit_account, credit_account, transaction_id,
        actor_id) select reason, amount, debit_account, credit_account, transaction_id, actor_id
        from ledger_entries where credit_account = 'revenue:${device.id}'`,
      /ledger_entries_payment/,
    )
    expect(await findInconsistencies(server.database)).toEqual([])
  })
})

test('books each payment from the code or the card processor to the device', async () => {
  const landlord = await makeLandlord(server)
  const device = await makeDevice(server, landlord)
  const code = await makeCode(server, landlord)
  const payer = await makeUser(server)
  await server.call(payments.prepaid, {
    as: payer,
    body: { ...termsOf(device), prepaid_code: code.code },
  })
  await server.call(payments.card, {
    as: payer,
    body: {
      ...termsOf(device),
      customer_name: 'Ana',
      customer_email: 'ana@example.com',
      payment_method_id: sandboxPaymentMethods.approved,
    },
  })
  const entries = await server.database
    .selectFrom('ledger_entries')
    .select(['reason', 'amount', 'debit_account', 'credit_account', 'actor_id'])
    .where('credit_account', 'in', [`code:${code.id}`, `revenue:${device.id}`])
    .orderBy('created_at')
    .execute()
  expect(entries).toEqual([
    {
      reason: 'issue',
      amount: '10.00',
      debit_account: `sold:${landlord.id}`,
      credit_account: `code:${code.id}`,
      actor_id: landlord.id,
    },
    {
      reason: 'redemption',
      amount: '2.50',
      debit_account: `code:${code.id}`,
      credit_account: `revenue:${device.id}`,
      actor_id: payer.id,
    },
    {
      reason: 'card_payment',
      amount: '2.50',
      debit_account: 'card',
      credit_account: `revenue:${device.id}`,
      actor_id: payer.id,
    },
  ])
})

describe('the ledger check', () => {
  test('finds nothing when all adds up, and names each fault', async () => {
    const landlord = await makeLandlord(server)
    const device = await makeDevice(server, landlord)
    const code = await makeCode(server, landlord)
    const { id: paid } = await makePastPayment(server, landlord, device, { at: new Date() })
    expect(await findInconsistencies(server.database)).toEqual([])
    // Only the owner of the tables can bypass the triggers.
    await server.asOwner(`set session_replication_role = replica;
      update prepaid_codes set remaining_balance = 9, balance = 11 where id = '${code.id}';
      update ledger_entries set amount = 1 where transaction_id = '${paid}'`)
    const faults = await findInconsistencies(server.database)
    expect(faults.map(({ id, expected, found }) => [id, expected, found])).toEqual([
      [code.id, '10.00', '9.00'],
      [code.id, '10.00', '11.00'],
      [paid, '2.50', '1.00'],
    ])
  })

  test('names refunds and card payments that do not add up', async () => {
    const landlord = await makeLandlord(server)
    const device = await makeDevice(server, landlord)
    const { payment } = await server.call(payments.card, {
      as: landlord,
      body: {
        ...termsOf(device),
        customer_name: 'Ana',
        customer_email: 'ana@example.com',
        payment_method_id: sandboxPaymentMethods.approved,
      },
    })
    const { id: refund } = await server.call(refunds.create, {
      as: landlord,
      params: { id: payment.id },
      body: { amount: 1, reason: 'Stuck' },
    })
    const before = await findInconsistencies(server.database)
    await server.asOwner(`set session_replication_role = replica;
      update refunds set amount = 3 where id = '${refund}';
      update card_payments set status = 'failed' where id = '${payment.id}';
      update cycles set transaction_id = null where id = '${payment.id}'`)
    const faults = (await findInconsistencies(server.database)).slice(before.length)
    expect(faults.map(({ check, id, expected, found }) => [check, id, expected, found])).toEqual([
      [
        'a completed refund has one entry, any other refund has none or a reversed one',
        refund,
        '3.00',
        '1.00',
      ],
      ['refunds of a payment never exceed its amount', payment.id, '2.50', '3.00'],
      ['only a completed card payment has a transaction', payment.id, 'failed', payment.id],
      ['the cycle of a card payment has its transaction', payment.id, payment.id, null],
    ])
  })

  test('fails as a command when something does not add up', async () => {
    const run = () =>
      promisify(execFile)(process.execPath, ['server/commands/ledger-check.ts'], {
        env: { ...process.env, DATABASE_URL: server.url, JWT_SECRET: 'x'.repeat(32) },
      })
    await server.asOwner(`set session_replication_role = replica;
      delete from ledger_entries; delete from refunds; delete from card_payments;
      delete from transactions; delete from prepaid_codes;
      delete from row_counts; delete from row_count_changes;
      insert into row_counts select * from expected_row_counts`)
    expect((await run()).stdout).toBe('The ledger is consistent.\n')
    const code = await makeCode(server, await makeLandlord(server))
    await server.asOwner(`set session_replication_role = replica;
      update prepaid_codes set remaining_balance = 9 where id = '${code.id}'`)
    await expect(run()).rejects.toMatchObject({
      code: 1,
      stderr: `${code.id}: the balance of a code is the sum of its entries: expected 10.00, found 9.00\n`,
    })
  })
})
