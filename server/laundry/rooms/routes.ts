import { rooms } from '@coinless/contract/rooms.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { originToPrint } from '../../http/request/session.ts'
import { route } from '../../http/routing/route.ts'
import { shownTo } from '../../machines/devices/devices.ts'
import { listRecentRooms } from './recent-rooms.ts'
import { findRoom } from './rooms.ts'
import { scannedMachine } from './scanned-machine.ts'
import { removeWait, wait, waitsOf } from './waits.ts'

export function roomRoutes(server: Server) {
  const { database } = server

  route(server, rooms.scanned, ({ params }) => scannedMachine(database, params.sticker_number))

  route(server, rooms.recent, ({ caller }) => listRecentRooms(database, caller))

  route(server, rooms.get, async ({ caller, params }) => {
    const { devices, ...room } = await findRoom(database, params.sticker_number)
    return { ...room, devices: devices.map((device) => shownTo(caller, device)) }
  })

  route(server, rooms.sign, async ({ params }) => {
    const { location, run_by, sticker_number } = await findRoom(database, params.sticker_number)
    return { location, run_by, sticker_number, ...originToPrint(server) }
  })

  route(server, rooms.waits, ({ caller, params }) =>
    waitsOf(database, caller, params.sticker_number),
  )

  route(server, rooms.wait, async ({ caller, params, body, request }) => {
    const { sticker_number } = params
    await wait(database, caller, { sticker_number, ...body }, languageOf(request))
    return waitsOf(database, caller, sticker_number)
  })

  route(server, rooms.stopWaiting, async ({ caller, params }) => {
    await removeWait(database, caller, params)
    return waitsOf(database, caller, params.sticker_number)
  })
}
