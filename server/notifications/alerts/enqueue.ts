import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { enqueueCutShortAlerts } from './enqueue-cut-short.ts'

const silentFrom = sql`now() - make_interval(mins => ${sql.lit(limits.alertSilentMinutes)})`

/** On `link` and `presence`: troubles and their start. A controller that never connected is being set up. */
const troubles = sql`lateral (values
  ('silent', case
    when presence.heard_at < ${silentFrom} then presence.heard_at
    when link.unresponsive_since < ${silentFrom} then link.unresponsive_since
  end),
  ('out_of_order', link.out_of_order_at),
  ('doubted', case when link.out_of_order_at is null then link.doubted_at end)
) as trouble (kind, since)`

export const linkedTroubles = sql`device_links as link
  join devices on devices.id = link.device_id
  left join controller_presence as presence on presence.controller_id = link.controller_id
  cross join ${troubles}`

/**
 * Records troubles that began or ended since the last run. Safe on several servers at once.
 * @returns whether anything changed
 */
export async function enqueueDeviceAlerts(database: Database): Promise<boolean> {
  const begun = await sql`
    insert into alerts (device_id, kind, since)
    select devices.id, trouble.kind, trouble.since from ${linkedTroubles}
    where trouble.since is not null and devices.deleted_at is null and devices.status = 'active'
      and not exists (
        select from alerts
        where device_id = devices.id and alerts.kind = trouble.kind and ended_at is null
      )
    on conflict (device_id, kind) where ended_at is null do nothing`.execute(database)
  // Only a machine that answers again causes a notification; people ended the other troubles.
  const ended = await sql`
    update alerts set ended_at = now(), notification_pending_since = case
      when notified_at is not null and kind = 'silent' and exists (
        select from ${linkedTroubles}
        where devices.id = alerts.device_id and trouble.kind = 'silent' and trouble.since is null
          and presence.heard_at is not null and devices.deleted_at is null and devices.status = 'active'
      ) then now()
    end
    where ended_at is null and not exists (
      select from ${linkedTroubles}
      where devices.id = alerts.device_id and trouble.kind = alerts.kind and trouble.since is not null
        and devices.deleted_at is null and devices.status = 'active'
    )`.execute(database)
  const haveCuts = await enqueueCutShortAlerts(database)
  return haveCuts || Boolean(begun.numAffectedRows || ended.numAffectedRows)
}
