import { devices } from '@coinless/contract/devices.ts'
import { limits } from '@coinless/contract/limits.ts'
import { ownAccount } from '@coinless/contract/own-account.ts'
import { reports } from '@coinless/contract/reports.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { pay } from '../../../test/support/known-person.ts'
import { followPage } from '../../../test/support/live-page.ts'
import {
  makeAcceptedDevice,
  makeAdmin,
  makeCode,
  makeLandlord,
  makeUser,
  password,
  type TestUser,
} from '../../../test/support/make.ts'
import { reporting } from '../../../test/support/reporting.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'
import { deleteExpiredRows } from '../../jobs/retention.ts'

const server = testApp()
const { say, makeRoom, onlyCase, answer, closeCase, reopenCase, reply, read } = reporting(server)

describe('a case', () => {
  // id: cases-1
  test('holds all reports of the same fault of a machine, with their texts', async () => {
    const { owner, device, code, tenant } = await makeRoom()
    const other = await makeUser(server, { full_name: 'Olga Other' })
    await pay(server, other, device, code.code)
    await say(tenant, device, { text: 'It hums' })
    await say(other, device, { text: 'It hums a lot' })
    await say(other, device, { kind: 'damaged' })
    const { data } = await server.call(reports.listCases, { as: owner })
    expect(data.map(({ kind, report_count }) => [kind, report_count])).toEqual([
      ['damaged', 1],
      ['did_not_start', 2],
    ])
    expect(data.map(({ device_report_count }) => device_report_count)).toEqual([3, 3])
    const found = await server.call(reports.getCase, {
      as: owner,
      params: { id: data[1]?.id ?? '' },
    })
    expect(
      found.reports.map((each) => [each.reporter_name, each.text, each.reporter_report_count]),
    ).toEqual([
      ['Olga Other', 'It hums a lot', 2],
      [tenant.full_name, 'It hums', 1],
    ])
  })

  test('is answered to one reporter or to all, and nobody reads an answer to another', async () => {
    const { owner, device, code, tenant } = await makeRoom()
    const other = await makeUser(server)
    await pay(server, other, device, code.code)
    const [first, second] = [await say(tenant, device), await say(other, device)]
    const { id } = await onlyCase(owner)
    const one = { text: 'Your $2.50 is back', report_id: first.id }
    expect(await answer(owner, id, one)).toEqual({ answered: 1 })
    expect(await answer(owner, id, { text: 'Repaired tomorrow' })).toEqual({ answered: 2 })
    const texts = async (as: TestUser, report: { id: string }) =>
      (await read(as, report)).answers.map(({ text }) => text)
    expect(await texts(tenant, first)).toEqual([one.text, 'Repaired tomorrow'])
    expect(await texts(other, second)).toEqual(['Repaired tomorrow'])
  })

  test('is reopened by the next report, and then sends answers only to open reports', async () => {
    const { owner, device, tenant } = await makeRoom()
    const first = await say(tenant, device)
    const { id } = await onlyCase(owner)
    const done = await closeCase(owner, id)
    expect(done.done_at).not.toBe(null)
    expect((await closeCase(owner, id)).done_at).toBe(done.done_at)
    expect((await read(tenant, first)).done_at).toBe(done.done_at)
    const refused = await server.refused(reports.answer, {
      as: owner,
      params: { id },
      body: { text: 'Anybody there?' },
    })
    expect(refused.body.code).toBe('case_done')
    const second = await say(tenant, device)
    expect(await onlyCase(owner)).toMatchObject({ id, done_at: null, report_count: 2 })
    await answer(owner, id, { text: 'Once more' })
    expect((await read(tenant, first)).answers).toEqual([])
    expect((await read(tenant, second)).answers).toHaveLength(1)
  })

  test('is reopened by its operator, with the reports that were resolved with it', async () => {
    const { owner, device, tenant } = await makeRoom()
    const first = await say(tenant, device)
    const { id } = await onlyCase(owner)
    await closeCase(owner, id)
    const second = await say(tenant, device)
    await closeCase(owner, id)
    for (const as of [tenant, await makeLandlord(server)]) {
      const refused = await server.refused(reports.reopenCase, { as, params: { id } })
      expect(refused.body.code).toBe('case_not_found')
    }
    for (const _ of [1, 2]) {
      expect(await reopenCase(owner, id)).toMatchObject({ id, done_at: null })
    }
    const events = await server.database
      .selectFrom('audit_events')
      .select('action')
      .where('actor_id', '=', owner.id)
      .where('action', '=', 'report_case_reopened')
      .execute()
    expect(events).toHaveLength(1)
    expect((await read(tenant, first)).done_at).not.toBe(null)
    expect((await read(tenant, second)).done_at).toBe(null)
    expect(await answer(owner, id, { text: 'We look again' })).toEqual({ answered: 1 })
  })

  test('takes no reply that waited while it was closed', async () => {
    const { owner, device, tenant } = await makeRoom()
    const { id } = await say(tenant, device)
    const { id: caseId } = await onlyCase(owner)
    const [replying] = await server.database.transaction().execute(async (closing) => {
      await sql`update report_cases set done_at = now() where id = ${caseId}`.execute(closing)
      await sql`update reports set done_at = now() where case_id = ${caseId}`.execute(closing)
      const sent = { as: tenant, params: { id }, body: { text: 'Hello?' } }
      const replying = server.refused(reports.reply, sent)
      await expect.poll(() => waitingForLocks(server)).toBe(1)
      return [replying]
    })
    expect((await replying)?.body.code).toBe('case_done')
  })

  test('has the replies of each reporter, in several lines, and only theirs', async () => {
    const { owner, device, code, tenant } = await makeRoom()
    const other = await makeUser(server)
    await pay(server, other, device, code.code)
    const [first, second] = [await say(tenant, device), await say(other, device)]
    const { id } = await onlyCase(owner)
    await answer(owner, id, { text: 'Which one?\nThe left?', report_id: first.id })
    const text = 'The right one.\n\nIt hums.'
    expect(await reply(tenant, first, ' The right one.\r\n\r\nIt hums. ')).toMatchObject({
      text,
      is_from_reporter: true,
    })
    const said = [
      { text: 'Which one?\nThe left?', is_from_reporter: false },
      { text, is_from_reporter: true },
    ]
    expect((await read(tenant, first)).answers).toMatchObject(said)
    expect((await read(other, second)).answers).toEqual([])
    const answers = (await onlyCase(owner)).reports.map((each) => each.answers)
    expect(answers).toMatchObject([[], said])
    for (const as of [owner, other]) {
      const refused = await server.refused(reports.reply, {
        as,
        params: { id: first.id },
        body: { text },
      })
      expect(refused.body.code).toBe('report_not_found')
    }
    await closeCase(owner, id)
    const late = await server.refused(reports.reply, {
      as: tenant,
      params: { id: first.id },
      body: { text },
    })
    expect(late.body.code).toBe('case_done')
  })

  test('leaves its operator their answers when the reporter has used up all replies', async () => {
    const { owner, device, tenant } = await makeRoom()
    const report = await say(tenant, device)
    const { id } = await onlyCase(owner)
    for (let n = 0; n < limits.reportAnswers; n++) await reply(tenant, report, `Reply ${n}`)
    const refused = await server.refused(reports.reply, {
      as: tenant,
      params: { id: report.id },
      body: { text: 'One more' },
    })
    expect(refused.body.code).toBe('too_many_answers')
    expect(await answer(owner, id, { text: 'Enough' })).toEqual({ answered: 1 })
  })

  test('is visible to the current operators, and a payment only to those it was paid to', async () => {
    const [owner, landlord, next] = [
      await makeLandlord(server),
      await makeLandlord(server, { email_verified: true }),
      await makeLandlord(server, { email_verified: true }),
    ]
    const device = await makeAcceptedDevice(server, owner, landlord)
    const tenant = await makeUser(server)
    const { transaction } = await pay(server, tenant, device, (await makeCode(server, owner)).code)
    await say(tenant, device)
    const { id, reports: seen } = await onlyCase(landlord)
    // The code belongs to the owner.
    expect(seen[0]?.payment).toMatchObject({
      transaction_id: transaction.id,
      prepaid_code_id: null,
    })
    await server.call(devices.update, {
      as: owner,
      params: { id: device.id },
      body: {
        label: device.label,
        device_number: device.device_number,
        device_type: 'washer',
        landlord_email: next.email,
        location: device.location,
        duration_minutes: 30,
        price: 2.5,
      },
    })
    for (const as of [landlord, next, tenant]) {
      const refused = await server.refused(reports.getCase, { as, params: { id } })
      expect(refused.body.code).toBe('case_not_found')
    }
    await server.call(devices.accept, { as: next, params: { id: device.id } })
    expect((await onlyCase(next)).reports).toMatchObject([{ payment: null }])
    expect((await onlyCase(owner)).reports[0]?.payment).toBeTruthy()
    const { data } = await server.call(reports.listCases, {
      as: await makeAdmin(server),
      query: { device_id: device.id, status: 'open' },
    })
    expect(data).toMatchObject([{ id }])
  })

  test('is deleted with its reports and answers some time after it is closed', async () => {
    const { owner, device, tenant } = await makeRoom()
    const report = await say(tenant, device)
    const { id } = await onlyCase(owner)
    await answer(owner, id, { text: 'Repaired' })
    await closeCase(owner, id)
    await deleteExpiredRows(server.database)
    await read(tenant, report)
    await server.asOwner(`update report_cases set done_at = now() - interval '91 days'
      where id = '${id}'`)
    expect(await deleteExpiredRows(server.database)).toEqual([])
    const forgotten = await server.refused(reports.get, { as: tenant, params: { id: report.id } })
    expect(forgotten.body.code).toBe('report_not_found')
    expect((await server.call(reports.listCases, { as: owner })).data).toEqual([])
  })
})

test('deletes the reports of a closed account and keeps those of others', async () => {
  const { owner, device, code, tenant } = await makeRoom()
  const other = await makeUser(server)
  await pay(server, other, device, code.code)
  await say(tenant, device, { text: 'Mine' })
  await say(tenant, device, { kind: 'damaged' })
  await say(other, device, { text: 'Theirs' })
  await server.call(ownAccount.close, { as: tenant, body: { current_password: password } })
  expect((await onlyCase(owner)).reports).toMatchObject([{ text: 'Theirs' }])
  const ofThem = server.database.selectFrom('reports').where('user_id', '=', tenant.id)
  expect(await ofThem.select('id').execute()).toEqual([])
})

test('shows open cases on the dashboard until they are closed, with live updates', async () => {
  const { owner, device, tenant } = await makeRoom()
  const told = await followPage(server.app, owner, { attention: 'true' })
  await say(tenant, device)
  await expect.poll(() => told.attention?.case_count).toBe(1)
  expect(told.attention?.cases).toMatchObject([
    { kind: 'did_not_start', device: { label: device.label }, report_count: 1 },
  ])
  await closeCase(owner, told.attention?.cases[0]?.id ?? '')
  await expect.poll(() => told.attention).toMatchObject({ cases: [], case_count: 0 })
})
