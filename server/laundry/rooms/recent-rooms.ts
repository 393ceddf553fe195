import { paymentMethods } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import type { RecentRoom } from '@coinless/contract/rooms.ts'
import { sql } from 'kysely'
import type { Answer } from '../../http/request/answer.ts'
import { isAvailable, withDeviceState } from '../../payments/cycles/device-state.ts'
import type { Database } from '../../platform/database/connection.ts'
import { takesPayments } from './rooms.ts'

/** Newest payments of an account. Each method is a range of one index. */
function newestPayments({ id }: Pick<Caller, 'id'>) {
  const ofMethods = paymentMethods.map(
    (method) => sql`(
      select device_id, created_at from transactions
      where payer_id = ${id} and payment_method = ${method}
        and created_at > now() - make_interval(days => ${limits.recentRoomDays})
      order by created_at desc, id desc limit ${limits.recentRoomPayments}
    )`,
  )
  return sql.join(ofMethods, sql` union all `)
}

/** Rooms where the caller paid most recently and a machine takes payments; each is visible to everyone signed in. */
export async function listRecentRooms(
  database: Database,
  caller: Pick<Caller, 'id'>,
): Promise<{ data: Answer<RecentRoom>[] }> {
  const { rows: data } = await sql<Answer<RecentRoom>>`
    with paid as (
      select device_id, max(created_at) as paid_at from (${newestPayments(caller)}) as newest
      group by device_id
    ), room as (
      select room_id, max(paid_at) as paid_at,
        coalesce(array_agg(devices.id order by paid_at desc) filter (where ${takesPayments}), '{}')
          as recent_devices
      from paid join devices on devices.id = paid.device_id
      where exists (
        select from devices as other
        where other.room_id = devices.room_id and other.is_open and other.deleted_at is null
      )
      group by room_id
      order by max(paid_at) desc
      limit ${limits.recentRooms}
    )
    select location, number, available, total, recent_devices
    from room join rooms on rooms.id = room.room_id cross join lateral (
      select count(*) as total, count(*) filter (where ${isAvailable}) as available
      from (
        select * from devices
        where devices.room_id = room.room_id and ${takesPayments}
        order by devices.created_at, devices.id
        limit ${limits.roomDevices}
      ) as devices ${withDeviceState}
    ) as machines
    order by room.paid_at desc`.execute(database)
  return { data }
}
