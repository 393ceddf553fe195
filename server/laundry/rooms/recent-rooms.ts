import { paymentMethods } from '@coinless/contract/choices.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import type { RecentRoom } from '@coinless/contract/rooms.ts'
import { sql } from 'kysely'
import type { Answer } from '../../http/request/answer.ts'
import { isAvailable, withDeviceState } from '../../payments/cycles/device-state.ts'
import type { Database } from '../../platform/database/connection.ts'

/** On `devices` in a room: takes payments. */
const isOpen = sql`devices.is_open and devices.deleted_at is null`

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
      select landlord_email, location, max(paid_at) as paid_at,
        coalesce(array_agg(devices.id order by paid_at desc) filter (where ${isOpen}), '{}')
          as recent_devices
      from paid join devices on devices.id = paid.device_id
      where devices.landlord_accepted and exists (
        select from devices as other
        where (other.landlord_email, other.location) = (devices.landlord_email, devices.location)
          and other.is_open and other.deleted_at is null
      )
      group by landlord_email, location
      order by max(paid_at) desc
      limit ${limits.recentRooms}
    )
    select room.location, sticker_number, available, total, recent_devices
    from room cross join lateral (
      select count(*) as total, count(*) filter (where ${isAvailable}) as available,
        (array_agg(devices.sticker_number order by devices.created_at, devices.id))[1]
          as sticker_number
      from (
        select * from devices
        where (devices.landlord_email, devices.location) = (room.landlord_email, room.location)
          and ${isOpen}
        order by devices.created_at, devices.id
        limit ${limits.roomDevices}
      ) as devices ${withDeviceState}
    ) as machines
    order by room.paid_at desc`.execute(database)
  return { data }
}
