import { devices } from '@coinless/contract/devices.ts'
import { languageOf } from '../http/language.ts'
import { route, type Server } from '../http/route.ts'
import { acceptDevice, askLandlord, listDevicesToAccept, refuseDevice } from './acceptance.ts'
import { createDevice, deleteDevice, findDevice, listDevices, updateDevice } from './devices.ts'

export function deviceRoutes(server: Server) {
  const { database } = server

  route(server, devices.list, ({ person, query }) => listDevices(database, person, query))

  route(server, devices.get, ({ person, params }) => findDevice(database, person, params.id))

  route(server, devices.create, async ({ person, body, request }) => {
    const device = await createDevice(database, person, body)
    await askLandlord(server, languageOf(request), device)
    return device
  })

  route(server, devices.update, async ({ person, params, body, request }) => {
    const device = await updateDevice(database, person, params.id, body)
    await askLandlord(server, languageOf(request), device)
    return device
  })

  route(server, devices.listToAccept, ({ person, query }) =>
    listDevicesToAccept(database, person, query),
  )

  route(server, devices.accept, ({ person, params }) => acceptDevice(database, person, params.id))

  route(server, devices.refuse, ({ person, params }) => refuseDevice(database, person, params.id))

  route(server, devices.delete, ({ person, params }) => deleteDevice(database, person, params.id))
}
