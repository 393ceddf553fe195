import { devices } from '@coinless/contract/devices.ts'
import type { Person } from '@coinless/contract/permissions.ts'
import { languageOf } from '../calls/language.ts'
import type { Server } from '../calls/server.ts'
import { route } from '../http/route.ts'
import { withVersion } from '../http/version.ts'
import { acceptDevice, askLandlord, listDevicesToAccept, refuseDevice } from './acceptance.ts'
import {
  changeableFacts,
  createDevice,
  deleteDevice,
  findDevice,
  listDevices,
  shownTo,
  updateDevice,
} from './devices.ts'

export function deviceRoutes(server: Server) {
  const { database } = server

  route(server, devices.list, async ({ person, query }) =>
    pageShownTo(person, await listDevices(database, person, query)),
  )

  route(server, devices.get, async ({ person, params, reply }) => {
    const device = await findDevice(database, person, params.id)
    return withVersion(reply, shownTo(person, device), changeableFacts)
  })

  route(server, devices.create, async ({ person, query, body, request }) => {
    const device = await createDevice(database, person, body, query.same_number)
    await askLandlord(server, languageOf(request), device)
    return device
  })

  route(server, devices.update, async ({ person, params, query, body, request, reply }) => {
    const device = await updateDevice(database, person, params.id, body, query)
    await askLandlord(server, languageOf(request), device)
    return withVersion(reply, shownTo(person, device), changeableFacts)
  })

  route(server, devices.listToAccept, async ({ person, query }) =>
    pageShownTo(person, await listDevicesToAccept(database, person, query)),
  )

  route(server, devices.accept, ({ person, params }) => acceptDevice(database, person, params.id))

  route(server, devices.refuse, ({ person, params }) => refuseDevice(database, person, params.id))

  route(server, devices.delete, ({ person, params }) => deleteDevice(database, person, params.id))
}

function pageShownTo(person: Person, page: Awaited<ReturnType<typeof listDevices>>) {
  return { ...page, data: page.data.map((device) => shownTo(person, device)) }
}
