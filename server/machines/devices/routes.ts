import { devices } from '@coinless/contract/devices.ts'
import type { Caller } from '@coinless/contract/permissions.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { originToPrint } from '../../http/request/session.ts'
import { route } from '../../http/routing/route.ts'
import { withVersion } from '../../http/routing/version.ts'
import { acceptDevice, askLandlord, listDevicesToAccept, refuseDevice } from './acceptance.ts'
import { nextFreeNumber } from './device-number.ts'
import { deviceReads } from './device-reads.ts'
import {
  changeableFacts,
  createDevice,
  deleteDevice,
  listDevices,
  shownTo,
  updateDevice,
} from './devices.ts'
import { findBySticker, listStickers } from './stickers.ts'

export function deviceRoutes(server: Server) {
  const { database, changes } = server
  const readDevice = deviceReads(database)

  route(server, devices.list, async ({ caller, query }) =>
    pageShownTo(caller, await listDevices(database, caller, query)),
  )

  route(server, devices.get, async ({ caller, params, reply }) => {
    const device = await readDevice(caller, params.id)
    return withVersion(reply, shownTo(caller, device), changeableFacts)
  })

  route(server, devices.findBySticker, async ({ caller, params }) =>
    shownTo(caller, await findBySticker(database, caller, params.sticker_number)),
  )

  route(server, devices.stickers, async ({ caller, query }) => ({
    ...originToPrint(server),
    data: await listStickers(database, caller, query),
  }))

  route(server, devices.nextNumber, ({ caller, query }) =>
    nextFreeNumber(database, caller, query.device_number),
  )

  route(server, devices.create, async ({ caller, query, body, request }) => {
    const device = await createDevice(database, caller, body, query.same_number)
    await askLandlord(server, languageOf(request), device)
    return device
  })

  route(server, devices.update, async ({ caller, params, query, body, request, reply }) => {
    const device = await updateDevice(database, caller, params.id, body, query)
    changes.publish({ deviceId: params.id })
    await askLandlord(server, languageOf(request), device)
    return withVersion(reply, shownTo(caller, device), changeableFacts)
  })

  route(server, devices.listToAccept, async ({ caller, query }) =>
    pageShownTo(caller, await listDevicesToAccept(database, caller, query)),
  )

  route(server, devices.accept, ({ caller, params }) => acceptDevice(database, caller, params.id))

  route(server, devices.refuse, ({ caller, params }) => refuseDevice(database, caller, params.id))

  route(server, devices.delete, async ({ caller, params }) => {
    await deleteDevice(database, caller, params.id)
    changes.publish({ deviceId: params.id })
  })
}

function pageShownTo(caller: Caller, page: Awaited<ReturnType<typeof listDevices>>) {
  return { ...page, data: page.data.map((device) => shownTo(caller, device)) }
}
