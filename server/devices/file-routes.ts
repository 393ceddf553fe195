import { devices } from '@coinless/contract/devices.ts'
import type { Server } from '../calls/server.ts'
import { csvRoute } from '../http/csv.ts'
import { countRows } from '../lists/list.ts'
import { deviceFile, deviceFileRows, selectOwnDevices } from './export.ts'

export function deviceFileRoutes(server: Server) {
  const { database } = server

  csvRoute(
    server,
    devices.export,
    deviceFile,
    ({ caller, query }) => deviceFileRows(selectOwnDevices(database, caller, query)),
    ({ caller, query }) => countRows(database, selectOwnDevices(database, caller, query)),
  )
}
