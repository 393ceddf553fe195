import { devices } from '@coinless/contract/devices.ts'
import { idempotentLong } from '../../http/idempotency/idempotent.ts'
import { countRows } from '../../http/lists/list.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { csvRoute } from '../../http/routing/csv.ts'
import { route } from '../../http/routing/route.ts'
import { askLandlord } from './acceptance.ts'
import { deviceFile, deviceFileRows, selectOwnDevices } from './export.ts'
import { importDevices, knownDevices } from './import.ts'

export function deviceFileRoutes(server: Server) {
  const { database } = server

  csvRoute(
    server,
    devices.export,
    deviceFile,
    ({ caller, query }) => deviceFileRows(selectOwnDevices(database, caller, query)),
    ({ caller, query }) => countRows(database, selectOwnDevices(database, caller, query)),
  )

  route(server, devices.previewImport, ({ caller, body }) =>
    knownDevices(database, caller, body.rows),
  )

  route(server, devices.import, async ({ caller, body, idempotencyKey, request }) => {
    let landlords: Parameters<typeof askLandlord>[2][] = []
    const report = await idempotentLong(database, caller, idempotencyKey, async (transaction) => {
      const { report, made } = await importDevices(transaction, caller, body.rows)
      landlords = [...new Map(made.map((device) => [device.landlord_email, device])).values()]
      return report
    })
    for (const landlord of landlords) await askLandlord(server, languageOf(request), landlord)
    return report
  })
}
