import { limits } from '@coinless/contract/limits.ts'
import { reports } from '@coinless/contract/reports.ts'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { pay } from './known-person.ts'
import { makeCode, makeDevice, type TestUser } from './make.ts'
import { smallPhoto } from './photos.ts'

const reportsOf = ({ id }: TestUser) =>
  sql<{ count: number }>`select count(*) from reports where user_id = ${id}`

/** A case of one of the account's machines. */
const fault = ({ id, email }: TestUser) => sql`
  device as (
    insert into devices
      (owner_id, label, device_number, device_type, landlord_email, location, duration_minutes, price)
      values (${id}, 'x', 'x', 'washer', ${email}, 'x', 30, 1)
    returning id
  ),
  fault as (
    insert into report_cases (device_id, kind) select id, 'other' from device returning id
  )`

/** Reports of the case, and answers to the newest. */
function filled(user: TestUser, made: number, answers = 0) {
  return sql`
    with ${fault(user)},
    report as (
      insert into reports (case_id, user_id, device_label, device_number, has_paid)
        select id, ${user.id}, 'x', 'x', true from fault, generate_series(1, ${made}::integer)
      returning id
    )
    insert into report_answers (report_id, text)
      select id, 'x' from report, generate_series(1, ${answers}::integer)`
}

/** Photos of reports from earlier days. */
function withPhotos(user: TestUser, count: number) {
  return sql`
    with ${fault(user)},
    report as (
      insert into reports (case_id, user_id, device_label, device_number, has_paid, created_at)
        select id, ${user.id}, 'x', 'x', true, now() - interval '2 days'
        from fault, generate_series(1, ${count}::integer)
      returning id
    )
    insert into report_photos (id, photo) select id, '' from report`
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
      'photos of reports',
      {
        refusal: 'too_many_photos',
        most: limits.photos,
        endpoint: reports.create,
        fill: (user: TestUser, count: number) => withPhotos(user, count),
        make: async (user: TestUser) => {
          const device = await makeDevice(server, user)
          await pay(server, user, device, (await makeCode(server, user)).code)
          return { body: { device_id: device.id, kind: 'damaged', photo: smallPhoto } }
        },
        count: ({ id }: TestUser) => sql<{ count: number }>`select count(*) from report_photos
          where id in (select id from reports where user_id = ${id})`,
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
