import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { oldPathOf } from '@coinless/contract/old-paths.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { networksOf } from '../request/caller-address.ts'

/** A minute that starts far in the future was counted under another clock. */
const isThisMinute = sql`known.started_at > now() - interval '1 minute'
  and known.started_at < now() + interval '1 minute'`

/**
 * Counts calls per minute by network and by account in the database, for all servers.
 * @throws Refusal too_many_requests
 */
export async function countCall(
  database: Database,
  endpoint: Endpoint,
  address: string,
  account?: string,
): Promise<void> {
  const { method, path, requestsPerMinute } = endpoint
  if (requestsPerMinute === undefined) return
  // Servers of an earlier version count under the old path.
  const call = `${method} ${oldPathOf(endpoint) ?? path}`
  const counted = [
    ...(account ? [{ name: `by ${account}`, factor: 1 }] : []),
    ...networksOf(address).map(({ name, factor }) => ({ name: `from ${name}`, factor })),
  ].map(({ name, factor }) => ({ caller: `${call} ${name}`, factor }))
  const callers = counted.map(({ caller }) => caller)
  const { rows } = await sql<{ caller: string; calls: number; seconds: number }>`
    insert into call_counts as known (caller, started_at, calls)
    select caller, now(), 1 from unnest(${callers}::text[]) with ordinality as asked (caller, place)
    order by place
    on conflict (caller) do update set
      calls = case when ${isThisMinute} then known.calls + 1 else 1 end,
      started_at = case when ${isThisMinute} then known.started_at else now() end
    returning caller, calls,
      ceil(extract(epoch from started_at + interval '1 minute' - now()))::int as seconds
  `.execute(database)
  const tooMany = rows.find(
    ({ caller, calls }) =>
      calls > requestsPerMinute * (counted.find((each) => each.caller === caller)?.factor ?? 1),
  )
  if (tooMany) throw new Refusal('too_many_requests', { seconds: Math.max(tooMany.seconds, 1) })
}
