import { ownAccount } from '@coinless/contract/own-account.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeDevice, makeLandlord, makeUser, password } from '../../../test/support/make.ts'
import { reporting } from '../../../test/support/reporting.ts'
import { deadlocks } from '../../../test/support/waiting.ts'

const server = testApp()
const { say } = reporting(server)

const rounds = 2

test('closes accounts with reports of each other’s machines concurrently, without a deadlock', async () => {
  const before = await deadlocks(server)
  for (let round = 0; round < rounds; round++) {
    const landlords = await Promise.all([1, 2, 3].map(() => makeLandlord(server)))
    const devices = await Promise.all(landlords.map((owner) => makeDevice(server, owner)))
    const all = [...landlords, await makeUser(server)]
    // Reports at machines where the user never paid are limited to one a day.
    for (const [n, as] of all.entries()) await say(as, devices[n % 3] as { id: string })
    for (const [n, { id }] of all.entries()) {
      await server.asOwner(`insert into reports (case_id, user_id, device_label, device_number, has_paid)
        select id, '${id}', 'x', 'x', true from report_cases where device_id <> '${devices[n % 3]?.id}';
        insert into jobs (queue, subject_id, kind, user_id, expires_at)
        select 'notifications', reports.id, 'report_case', owner_id, now() + interval '1 day' from reports
          join report_cases on report_cases.id = case_id join devices on devices.id = device_id
        where user_id = '${id}'`)
    }
    const close = (as: (typeof all)[number]) =>
      server.call(ownAccount.close, { as, body: { current_password: password } })
    await Promise.all(all.map(close))
  }
  expect(await deadlocks(server)).toBe(before)
  const left = await server.database.selectFrom('report_cases').select('id').execute()
  const untold = await server.database.selectFrom('jobs').select('id').execute()
  expect([left, untold]).toEqual([[], []])
})
