import { chosenRows } from '@coinless/contract/chosen-rows.ts'
import { codeFile, codeFileRows } from '../../codes/prepaid-codes/export.ts'
import { countRows } from '../../http/lists/list.ts'
import type { Server } from '../../http/request/server.ts'
import { originToPrint } from '../../http/request/session.ts'
import { csvRoute } from '../../http/routing/csv.ts'
import { route } from '../../http/routing/route.ts'
import { deviceFile, deviceFileRows } from '../../machines/devices/export.ts'
import { stickersOf } from '../../machines/devices/stickers.ts'
import { listCards, selectCodes, selectDevices } from './chosen-rows.ts'

export function chosenRowRoutes(server: Server) {
  const { database } = server

  route(server, chosenRows.stickers, async ({ caller, body }) => ({
    ...originToPrint(server),
    data: await stickersOf(await selectDevices(database, caller, body.chosen)),
  }))

  route(server, chosenRows.cards, async ({ caller, body }) => ({
    ...originToPrint(server),
    ...(await listCards(database, caller, body.chosen)),
  }))

  csvRoute(
    server,
    chosenRows.exportDevices,
    deviceFile,
    async function* ({ caller, body }) {
      yield* deviceFileRows(await selectDevices(database, caller, body.chosen))
    },
    async ({ caller, body }) =>
      countRows(database, await selectDevices(database, caller, body.chosen)),
  )

  csvRoute(
    server,
    chosenRows.exportCodes,
    codeFile,
    async function* ({ caller, body }) {
      yield* codeFileRows(await selectCodes(database, caller, body.chosen))
    },
    async ({ caller, body }) =>
      countRows(database, await selectCodes(database, caller, body.chosen)),
  )
}
