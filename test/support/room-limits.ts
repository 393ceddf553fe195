import { displays } from '@coinless/contract/displays.ts'
import { limits } from '@coinless/contract/limits.ts'
import { queues } from '@coinless/contract/queues.ts'
import { rooms } from '@coinless/contract/rooms.ts'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { displayBody } from './displays.ts'
import type { TestUser } from './make.ts'

/**
 * Limits of what an account waits for, for limits-at-once.test.ts.
 * @param atOnce number of concurrent calls
 */
export function roomLimits(server: TestApp, atOnce: number) {
  return [
    [
      'displays of a room',
      {
        refusal: 'too_many_displays',
        most: limits.displaysOfRoom,
        endpoint: displays.create,
        fill: ({ id, email }: TestUser, count: number) => sql`
        with made as (
          insert into devices
            (owner_id, label, device_number, device_type, landlord_email, location, duration_minutes, price)
          values (${id}, 'x', '1', 'washer', ${email}, 'x', 30, 1)
          returning room_id
        )
        insert into displays (room_id, user_id, name, language, shows_people, secret_hash)
        select room_id, ${id}, 'x', 'en', 'positions', sha256((${id} || n)::bytea)
        from made, generate_series(1, ${count}::integer) as n`,
        make: async ({ email }: TestUser, _n: number) => {
          const { number } = await server.database
            .selectFrom('rooms')
            .select('number')
            .where('landlord_email', '=', email)
            .executeTakeFirstOrThrow()
          return { params: { number }, body: displayBody }
        },
        count: ({ id }: TestUser) =>
          sql<{ count: number }>`select count(*) from displays where user_id = ${id}`,
      },
    ],
    [
      'queues',
      {
        refusal: 'too_many_queues',
        most: limits.queueEntries,
        endpoint: queues.join,
        fill: ({ id, email }: TestUser, count: number) => sql`
        with made as (
          insert into devices
            (owner_id, label, device_number, device_type, landlord_email, location, duration_minutes, price)
          select ${id}, 'x', n, 'washer', ${email}, n, 30, 1
          from generate_series(0, ${limits.queueEntries + atOnce}::integer) as n
          returning room_id, device_number
        )
        insert into queue_entries (user_id, room_id, device_type, language, expires_at)
        select ${id}, room_id, 'washer', 'en', now() + interval '1 hour' from made
        where device_number::integer >= ${limits.queueEntries + atOnce + 1 - count}`,
        make: async ({ email }: TestUser, n: number) => {
          const { number } = await server.database
            .updateTable('rooms')
            .set({ queue_types: ['washer'] })
            .where('landlord_email', '=', email)
            .where('location', '=', `${n}`)
            .returning('number')
            .executeTakeFirstOrThrow()
          return { params: { number }, body: { device_type: 'washer' } }
        },
        count: ({ id }: TestUser) =>
          sql<{ count: number }>`select count(*) from queue_entries where user_id = ${id}`,
      },
    ],
    [
      'waits at rooms',
      {
        refusal: 'too_many_waits',
        most: limits.roomWaits,
        endpoint: rooms.wait,
        fill: ({ id, email }: TestUser, count: number) => sql`
        with made as (
          insert into devices
            (owner_id, label, device_number, device_type, landlord_email, location, duration_minutes, price)
          select ${id}, 'x', n, 'washer', ${email}, n, 30, 1
          from generate_series(0, ${limits.roomWaits + atOnce}::integer) as n
          returning id, device_number
        )
        insert into room_waits (user_id, device_id, device_type, language, expires_at)
        select ${id}, id, 'washer', 'en', now() + interval '1 hour' from made
        where device_number::integer >= ${limits.roomWaits + atOnce + 1 - count}`,
        make: async ({ id }: TestUser, n: number) => {
          const { sticker_number } = await server.database
            .selectFrom('devices')
            .select('sticker_number')
            .where('owner_id', '=', id)
            .where('device_number', '=', `${n}`)
            .executeTakeFirstOrThrow()
          return { params: { number: sticker_number }, body: { device_type: 'washer' } }
        },
        count: ({ id }: TestUser) =>
          sql<{ count: number }>`select count(*) from room_waits where user_id = ${id}`,
      },
    ],
  ] as const
}
