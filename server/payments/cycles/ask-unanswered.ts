import { randomUUID } from 'node:crypto'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'

const minutes = sql`floor(extract(epoch from now() - unanswered_at) / 60)::integer`

/**
 * Once a minute, and later on seldom: a machine that missed one question may say nothing by itself, and nobody pays at
 * one that is shown as silent. One that is shown as in use is asked each minute. The server that holds its controller asks; heard.ts hears the answer.
 */
export async function askUnanswered({
  database,
  lines,
}: Pick<Server, 'database' | 'lines'>): Promise<void> {
  const { rows } = await sql<{ controller_id: string; channel: number }>`
    select controller_id, channel from device_links
    where unanswered_at is not null
      and (${minutes} < ${limits.alertSilentMinutes} or ${minutes} % ${limits.alertSilentMinutes} = 0)
    union
    select controller_id, channel from device_links where blocked_by is not null`.execute(database)
  for (const { controller_id, channel } of rows) {
    if (!lines.holds(controller_id)) continue
    lines.tell(controller_id, { type: 'ask', id: randomUUID(), channel, start: null })
  }
}
