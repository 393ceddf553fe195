import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { makeCode, makeDevice, makeLandlord } from '../test/make.ts'
import { moneyOf, untouched } from '../test/money.ts'

const server = testApp()

describe('the database itself', () => {
  async function refusesSql(statement: string, reason: RegExp) {
    await expect(sql.raw(statement).execute(server.database)).rejects.toThrow(reason)
  }

  test('refuses a balance without a ledger entry, and a balance below zero', async () => {
    const landlord = await makeLandlord(server)
    await makeDevice(server, landlord)
    const code = await makeCode(server, landlord)
    const where = `where id = '${code.id}'`
    await refusesSql(
      `update prepaid_codes set remaining_balance = 99, balance = 99 ${where}`,
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
       insert into ledger_entries (prepaid_code_id, transaction_id, reason, amount, actor_id)
       select prepaid_code_id, id, 'redemption', -amount, payer_id from t`,
      /remaining_balance/,
    )
    expect(await moneyOf(server, code.id)).toEqual(untouched)
  })

  test('refuses to change or remove what was recorded', async () => {
    for (const table of ['ledger_entries', 'transactions']) {
      await refusesSql(`update ${table} set amount = 0`, /permission denied/)
      await refusesSql(`delete from ${table}`, /permission denied/)
      await refusesSql(`truncate ${table} cascade`, /permission denied/)
    }
  })
})
