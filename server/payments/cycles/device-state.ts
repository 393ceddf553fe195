import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'

/** On `presence`. */
export const isHeard = sql`(presence.connected_at is not null
  and presence.heard_at >= now() - make_interval(secs => ${limits.presenceSeconds}))`

/** On `link` and `presence`. A connected controller may be silent about one of its machines. */
export const silentSince = sql`case
  when link.id is null then null
  when ${isHeard} then link.unresponsive_since
  else coalesce(presence.heard_at, link.created_at)
end`

/**
 * Joins each device with its hold, its link, its last state and its cycle: the one open on the link, or the newest.
 * After the clock is set back, an ended cycle may be in the future.
 */
export const withDeviceState = sql`left join machine_holds as holding
    on holding.device_id = devices.id and holding.ended_at is null and holding.expires_at > now()
  left join device_links as link on link.device_id = devices.id
  left join controller_presence as presence on presence.controller_id = link.controller_id
  left join lateral (
    select * from cycles where id = coalesce(
      (select id from cycles where open_link_id = link.id),
      (
        select id from cycles where cycles.device_id = devices.id
        order by cycles.created_at desc limit 1
      )
    )
    -- One look-up per device: without it, a plan for many devices may read all cycles.
    limit 1
  ) as cycle on true
  cross join lateral (select ${silentSince} as silent_since) as heard
  cross join lateral (
    -- A cycle by the clock ends on time, even before a check.
    select cycle.state = 'running' and cycle.open_link_id is null and cycle.ends_at <= now() as is_over
  ) as clock
  cross join lateral (
    select cycle.id is not null and cycle.ended_at is null and not is_over as runs,
      (cycle.state = 'finished' or is_over)
        and coalesce(cycle.ended_at, cycle.ends_at) > now() - make_interval(mins => ${limits.doneMinutes})
        as is_done
  ) as kind`

/** State of a device on those joins. Unknown stays unknown: a silent controller does not make a device available. */
export const deviceState = sql`case
  when runs then cycle.state
  when link.out_of_order_at is not null then 'out_of_order'
  when silent_since is not null then 'no_answer'
  when link.blocked_by = 'fault' then 'out_of_order'
  when link.blocked_by = 'in_use' then 'in_use'
  when is_done then 'done'
  else 'free'
end`

/** Ready for the next person: a finished machine only has to be emptied. Matches web/rooms. */
export const isReady = sql`${deviceState} in ('free', 'done')`

/** Ready, and not held. */
export const isAvailable = sql`(${isReady} and holding.id is null)`

/** On those joins: false if a payment is refused. A silent machine is asked first, whatever it last reported. */
export const takesPayment = sql`(link.id is null or (
  cycle.open_link_id is distinct from link.id
  and link.out_of_order_at is null
  and (silent_since is not null or link.blocked_by is null)
))`
