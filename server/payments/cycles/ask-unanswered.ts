import { randomUUID } from 'node:crypto'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'

const minutes = sql`floor(extract(epoch from now() - unresponsive_since) / 60)::integer`

/**
 * Asks silent machines once a minute, less often later: a machine that missed a question may stay silent, and no one pays
 * at it. Machines shown as in use are asked every minute. The server that holds the controller asks.
 */
export async function askUnanswered({
  database,
  connections,
}: Pick<Server, 'database' | 'connections'>): Promise<void> {
  const { rows } = await sql<{ controller_id: string; channel: number }>`
    select controller_id, channel from device_links
    where unresponsive_since is not null
      and (${minutes} < ${limits.alertSilentMinutes} or ${minutes} % ${limits.alertSilentMinutes} = 0)
    union
    select controller_id, channel from device_links where blocked_by is not null`.execute(database)
  for (const { controller_id, channel } of rows) {
    if (!connections.holds(controller_id)) continue
    connections.send(controller_id, { type: 'ask', id: randomUUID(), channel, start: null })
  }
}
