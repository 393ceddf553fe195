import { openingHours } from '@coinless/contract/opening-hours.ts'
import { rooms } from '@coinless/contract/rooms.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { originToPrint } from '../../http/request/session.ts'
import { route } from '../../http/routing/route.ts'
import { withVersion } from '../../http/routing/version.ts'
import { shownTo } from '../../machines/devices/devices.ts'
import { openingHoursOf, setOpeningHours } from './opening-hours.ts'
import { listRecentRooms } from './recent-rooms.ts'
import { roomWithDevices } from './rooms.ts'
import { changeableFacts, isOwnRoom, roomRules, setRoomRules } from './rules.ts'
import { scannedMachine } from './scanned-machine.ts'
import { removeWait, wait, waitsOf } from './waits.ts'

export function roomRoutes(server: Server) {
  const { database } = server

  route(server, rooms.scanned, ({ params }) => scannedMachine(database, params.sticker_number))

  route(server, rooms.recent, ({ caller }) => listRecentRooms(database, caller))

  route(server, rooms.get, async ({ caller, params }) => {
    const { devices, ...room } = await roomWithDevices(database, params.number)
    const is_yours = await isOwnRoom(database, caller, room.id)
    return { ...room, is_yours, devices: devices.map((device) => shownTo(caller, device)) }
  })

  route(server, rooms.sign, async ({ params }) => {
    const { location, run_by, number } = await roomWithDevices(database, params.number)
    return { location, run_by, number, ...originToPrint(server) }
  })

  route(server, rooms.rules, async ({ caller, params, reply }) =>
    withVersion(reply, await roomRules(database, caller, params.number), changeableFacts),
  )

  route(server, rooms.setRules, async ({ caller, params, query, body, reply }) => {
    const { id, rules } = await setRoomRules(database, caller, params.number, body, query.version)
    server.changes.publish({ roomId: id })
    return withVersion(reply, rules, changeableFacts)
  })

  route(server, openingHours.get, async ({ caller, params, reply }) =>
    withVersion(reply, await openingHoursOf(database, caller, params.number), (hours) => hours),
  )

  route(server, openingHours.set, async ({ caller, params, query, body, reply }) => {
    const { id, hours } = await setOpeningHours(database, caller, {
      ...{ number: params.number, version: query.version, hours: body },
    })
    server.changes.publish({ roomId: id })
    return withVersion(reply, hours, (facts) => facts)
  })

  route(server, rooms.waits, ({ caller, params }) => waitsOf(database, caller, params.number))

  route(server, rooms.wait, async ({ caller, params, body, request }) => {
    const { number } = params
    await wait(database, caller, { number, ...body }, languageOf(request))
    return waitsOf(database, caller, number)
  })

  route(server, rooms.stopWaiting, async ({ caller, params }) => {
    await removeWait(database, caller, params)
    return waitsOf(database, caller, params.number)
  })
}
