import { devices } from '@coinless/contract/devices.ts'
import { route, type Server } from '../http/route.ts'
import { createDevice, deleteDevice, findDevice, listDevices, updateDevice } from './devices.ts'

export function deviceRoutes(server: Server) {
  const { database } = server

  route(server, devices.list, ({ person, query }) => listDevices(database, person, query))

  route(server, devices.get, ({ person, params }) => findDevice(database, person, params.id))

  route(server, devices.create, ({ person, body }) => createDevice(database, person, body))

  route(server, devices.update, ({ person, params, body }) =>
    updateDevice(database, person, params.id, body),
  )

  route(server, devices.delete, ({ person, params }) => deleteDevice(database, person, params.id))
}
