import { controllers } from '@coinless/contract/controllers.ts'
import { deviceLinks } from '@coinless/contract/device-links.ts'
import type { Row } from './row.ts'
import type { World } from './world.ts'

const controller = ({ controller: { id } }: World) => ({ params: { id } })
const device = ({ linkedDevice: { id } }: World) => ({ params: { id } })
const hiddenDevice = ({ hiddenDevice: { id } }: World) => ({ params: { id } })
const ownerAndAdmin = (status: number) => ({ owner: status, admin: status, others: 404 })
const ofDevice = (status: number) => ({ owner: status, landlord: status, admin: status })
const linkTo = ({ controller: { id } }: World) => ({
  body: { controller_id: id, channel: 2, switching: 'relay' },
})

/** Every call about controllers and devices linked to them: see calls.ts. */
export const controllerRows: Row[] = [
  { endpoint: controllers.get, send: controller, answers: ownerAndAdmin(200) },
  {
    endpoint: controllers.create,
    send: () => ({ body: { name: 'Basement', driver: 'coinless' } }),
    answers: { others: 201 },
  },
  {
    endpoint: controllers.rename,
    send: (world) => ({ ...controller(world), body: { name: 'Attic' } }),
    answers: ownerAndAdmin(200),
  },
  { endpoint: controllers.replaceCredential, send: controller, answers: ownerAndAdmin(200) },
  { endpoint: controllers.endCredential, send: controller, answers: ownerAndAdmin(204) },
  { endpoint: controllers.delete, send: controller, answers: ownerAndAdmin(204) },
  ...[deviceLinks.get, deviceLinks.choices, deviceLinks.lookedAt].map((endpoint) => ({
    endpoint,
    send: device,
    answers: { ...ofDevice(200), others: 403 },
  })),
  {
    endpoint: deviceLinks.get,
    name: 'not active',
    send: hiddenDevice,
    answers: { ...ofDevice(200), others: 404 },
  },
  {
    endpoint: deviceLinks.create,
    send: (world) => ({ ...hiddenDevice(world), ...linkTo(world) }),
    answers: { ...ofDevice(201), others: 404 },
  },
  {
    endpoint: deviceLinks.change,
    send: (world) => ({ ...device(world), body: { gives_back_unused: true } }),
    answers: { ...ofDevice(200), others: 403 },
  },
  {
    endpoint: deviceLinks.remove,
    send: device,
    answers: { ...ofDevice(204), others: 403 },
  },
  { endpoint: deviceLinks.test, send: device, answers: { ...ofDevice(201), others: 403 } },
  {
    endpoint: deviceLinks.testStart,
    send: ({ linkedDevice: { id }, testId: test }) => ({ params: { id, test } }),
    answers: { ...ofDevice(200), others: 403 },
  },
]
