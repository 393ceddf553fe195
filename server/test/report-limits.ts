import { limits } from '@coinless/contract/limits.ts'
import { reports } from '@coinless/contract/reports.ts'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { pay } from './known-person.ts'
import { makeCode, makeDevice, type TestUser } from './make.ts'

const reportsOf = ({ id }: TestUser) =>
  sql<{ count: number }>`select count(*) from reports where user_id = ${id}`

/** Reports of a machine of the account's own, and answers to the newest. */
function filled({ id, email }: TestUser, made: number, answers = 0) {
  return sql`
    with device as (
      insert into devices
        (owner_id, label, device_number, device_type, landlord_email, location, duration_minutes, price)
        values (${id}, 'x', 'x', 'washer', ${email}, 'x', 30, 1)
      returning id
    ),
    fault as (
      insert into report_cases (device_id, kind) select id, 'other' from device returning id
    ),
    report as (
      insert into reports (case_id, user_id, device_label, device_number, has_paid)
        select id, ${id}, 'x', 'x', true from fault, generate_series(1, ${made}::integer)
      returning id
    )
    insert into report_answers (report_id, text)
      select id, 'x' from report, generate_series(1, ${answers}::integer)`
}

/** See limits-at-once.test.ts. */
export function reportLimits(server: TestApp) {
  return [
    [
      'reports a day',
      {
        refusal: 'too_many_reports',
        most: limits.reports,
        endpoint: reports.create,
        fill: (user: TestUser, count: number) => filled(user, count),
        make: async (user: TestUser) => {
          const device = await makeDevice(server, user)
          await pay(server, user, device, (await makeCode(server, user)).code)
          return { body: { device_id: device.id, kind: 'damaged' } }
        },
        count: reportsOf,
      },
    ],
    [
      'reports a day of machines it never paid at',
      {
        refusal: 'too_many_unpaid_reports',
        most: limits.unpaidReports,
        endpoint: reports.create,
        fill: () => sql`select`,
        make: async (user: TestUser) => {
          const { id } = await makeDevice(server, user)
          return { body: { device_id: id, kind: 'damaged' } }
        },
        count: reportsOf,
      },
    ],
    [
      'answers to a report',
      {
        refusal: 'too_many_answers',
        most: limits.reportAnswers,
        endpoint: reports.answer,
        fill: (user: TestUser, count: number) => filled(user, 1, count),
        make: async ({ id }: TestUser) => {
          const report = server.database.selectFrom('reports').where('user_id', '=', id)
          const { case_id } = await report.select('case_id').executeTakeFirstOrThrow()
          return { params: { id: case_id }, body: { text: 'x' } }
        },
        count: ({ id }: TestUser) => sql<{ count: number }>`select count(*) from report_answers
          where report_id in (select id from reports where user_id = ${id})`,
      },
    ],
  ] as const
}
