import { bulkChanges } from '@coinless/contract/bulk-changes.ts'
import type { Device } from '@coinless/contract/devices.ts'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import type { TestUser } from './make.ts'

/** A planned change, and one that can be undone. */
export async function makeBulkChanges(test: TestApp, as: TestUser, { id }: Device) {
  const plan = (location: string) =>
    test.call(bulkChanges.planForDevices, {
      as,
      body: { chosen: { ids: [id] }, set: { location } },
    })
  const applied = await plan('Attic')
  await test.call(bulkChanges.apply, { as, params: { id: applied.id } })
  // Independent of how long the test takes.
  await test.database
    .updateTable('bulk_changes')
    .set({ applied_at: sql<Date>`now() + interval '1 hour'` })
    .where('id', '=', applied.id)
    .execute()
  return { planned: (await plan('Cellar')).id, applied: applied.id }
}
