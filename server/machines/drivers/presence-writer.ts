import { sql } from 'kysely'
import type { Server } from '../../http/request/server.ts'
import { inBatches } from '../../platform/database/in-batches.ts'
import { type ControllerNote, noteOfControllers } from '../controllers/events.ts'

interface Hearing {
  controllerId: string
  bootId: string
  /** Milliseconds of this process's monotonic counter. */
  heardAt: number
}

/** Batches the writes of one server for all controllers that it holds. */
export class PresenceWriter {
  private readonly server: Pick<Server, 'database' | 'changes'>

  constructor(server: Pick<Server, 'database' | 'changes'>) {
    this.server = server
  }

  readonly note = inBatches(
    ({ controllerId }: ControllerNote) => controllerId,
    (notes) => noteOfControllers(this.server, notes),
  )

  readonly heard = inBatches(
    ({ controllerId }: Hearing) => controllerId,
    (hearings) => this.writeHeard(hearings),
  )

  private async writeHeard(hearings: Hearing[]): Promise<undefined[]> {
    const now = performance.now()
    const ids = hearings.map(({ controllerId }) => controllerId)
    const boots = hearings.map(({ bootId }) => bootId)
    const agos = hearings.map(({ heardAt }) => (now - heardAt) / 1000)
    await sql`
      insert into controller_presence (controller_id, heard_at, boot_id)
      select controllers.id, now() - make_interval(secs => ago), boot
      from unnest(${ids}::uuid[], ${agos}::float8[], ${boots}::text[]) as heard (id, ago, boot)
        join controllers on controllers.id = heard.id
      order by controllers.id
      on conflict (controller_id) do update set
        -- A time in the future is from before the clock was set back.
        heard_at = greatest(excluded.heard_at, case
          when controller_presence.heard_at <= clock_timestamp() then controller_presence.heard_at end),
        boot_id = excluded.boot_id`.execute(this.server.database)
    return hearings.map(() => undefined)
  }
}
