import { chosenRows } from '@coinless/contract/chosen-rows.ts'
import { devices } from '@coinless/contract/devices.ts'
import { idempotencyKeys } from '@coinless/contract/idempotency-keys.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { search } from '@coinless/contract/search.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { bodyOf, testApp } from '../../../test/support/app.ts'
import { rows } from '../../../test/support/calls.ts'
import { restoredWorld } from '../../../test/support/restored-world.ts'
import { answerToStaff } from '../../../test/support/row.ts'
import { callName } from '../../../test/support/valid-calls.ts'
import { waitingForLocks } from '../../../test/support/waiting.ts'
import type { Database } from '../../platform/database/connection.ts'

const server = testApp()
const restored = restoredWorld(server)

/** These write nothing, or only rows of the caller. */
const leavesNothing = [
  ...[prepaidCodes.generate, search.find, idempotencyKeys.withdraw],
  ...[devices.previewImport, prepaidCodes.previewImport, ...Object.values(chosenRows)],
] as unknown[]

const changes = rows.filter(
  (row) =>
    row.endpoint.method !== 'GET' &&
    answerToStaff(row, 'a manager') < 300 &&
    !leavesNothing.includes(row.endpoint),
)

type End = (transaction: Database, id: string) => Promise<unknown>

/** How an owner may change a membership, and the refusal of a call in progress. */
const ends: [string, string, End][] = [
  [
    'removed',
    'not_staff',
    (transaction, id) => transaction.deleteFrom('memberships').where('id', '=', id).execute(),
  ],
  [
    'given another role',
    'staff_changed',
    (transaction, id) =>
      transaction
        .updateTable('memberships')
        .set({ role: 'technician' })
        .where('id', '=', id)
        .execute(),
  ],
  [
    'given other places',
    'staff_changed',
    (transaction, id) =>
      transaction
        .updateTable('memberships')
        .set({ places: ['Elsewhere'] })
        .where('id', '=', id)
        .execute(),
  ],
]

describe.each(ends)(
  'staff who are %s during a call of theirs change nothing by it',
  (_end, code, end) => {
    test.each(changes.map((row) => [callName(row.endpoint), row] as const))(
      '%s',
      async (_, row) => {
        const world = await restored()
        const manager = world.staff['a manager']
        const counted = async () =>
          (await sql`select count(*) from audit_events`.execute(server.database)).rows
        const before = await counted()
        const answer = await server.database.transaction().execute(async (removing) => {
          await sql`select from users where id = ${manager.account} for update`.execute(removing)
          const body = bodyOf(server.app, row.endpoint, manager, row.send?.(world))
          const isWaiting = expect.poll(() => waitingForLocks(server)).toBeGreaterThan(0)
          await Promise.race([isWaiting, body])
          await end(removing, manager.membershipId)
          return { body }
        })
        expect(JSON.parse(await answer.body).code).toBe(code)
        expect(await counted()).toEqual(before)
      },
    )
  },
)
