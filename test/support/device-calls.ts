import { bookingPlans } from '@coinless/contract/booking-plans.ts'
import { bookings } from '@coinless/contract/bookings.ts'
import { calendars } from '@coinless/contract/calendars.ts'
import { devicePrices } from '@coinless/contract/device-prices.ts'
import { type Device, devices } from '@coinless/contract/devices.ts'
import { displays } from '@coinless/contract/displays.ts'
import { openingHours } from '@coinless/contract/opening-hours.ts'
import { places } from '@coinless/contract/places.ts'
import { queues } from '@coinless/contract/queues.ts'
import { rooms } from '@coinless/contract/rooms.ts'
import { dailyPlan } from './booking-plan.ts'
import { displayBody } from './displays.ts'
import { deviceBody } from './make.ts'
import { nightPrices } from './prices.ts'
import type { Row } from './row.ts'
import type { World } from './world.ts'

const mondays = {
  time_zone: 'UTC',
  days: [{ weekday: 1, opens_at: '06:00', closes_at: '22:00' }],
}

const landlordAlone = (landlord: number) => ({ landlord, owner: 403, admin: 403, others: 404 })
const ofDevice = { owner: 200, landlord: 200, admin: 200 }
const deletedBy = { owner: 204, landlord: 204, admin: 204 }
const device = ({ device: { id } }: World) => ({ params: { id } })
const hiddenDevice = ({ hiddenDevice: { id } }: World) => ({ params: { id } })
const waitingDevice = ({ waitingDevice: { id } }: World) => ({ params: { id } })
const sticker = ({ sticker_number }: Device) => ({ params: { sticker_number } })
const room = ({ sticker_number }: Device) => ({ params: { number: sticker_number } })
const forLandlord = { landlord: 200, admin: 200, others: 403 }
const otherRules = {
  ...{ queue_types: [], hold_types: [] },
  ...{ turn_minutes: 6, hold_minutes: 10, pause_minutes: 15 },
}
const noSlot = {
  group_id: '00000000-0000-4000-8000-000000000000',
  starts_at: '2030-01-01T00:00:00Z',
}
const newDevice = { ...deviceBody, device_number: 'NEW-1' }
const ownerAndAdmin = { owner: 200, admin: 200 }

/** These calls name a landlord other than the owner, who would receive the payments. */
export const noLandlordByStaff = { 'a manager': 403, 'a technician': 403 }

/** Every call about devices: see calls.ts. */
export const deviceRows: Row[] = [
  { endpoint: devices.get, send: device, answers: { others: 200 } },
  {
    endpoint: devices.get,
    name: 'not active',
    send: hiddenDevice,
    answers: { ...ofDevice, others: 404 },
  },
  {
    endpoint: devices.get,
    name: 'not active, of a landlord whose address is not verified',
    send: ({ claimed }) => ({ params: { id: claimed.device.id } }),
    answers: { ...ownerAndAdmin, others: 404 },
  },
  {
    endpoint: devices.get,
    name: 'deleted',
    send: ({ deletedDevice: { id } }) => ({ params: { id } }),
    answers: { others: 404 },
  },
  {
    endpoint: devices.get,
    name: 'not accepted by its landlord',
    send: waitingDevice,
    answers: { ...ofDevice, others: 404 },
  },
  {
    endpoint: devices.findBySticker,
    send: ({ device }) => sticker(device),
    answers: { others: 200 },
  },
  ...[rooms.get, rooms.sign, rooms.waits, queues.ofRoom].map((endpoint) => ({
    endpoint,
    send: ({ device }: World) => room(device),
    answers: { others: 200 },
  })),
  { endpoint: rooms.recent, answers: { others: 200 } },
  {
    endpoint: rooms.wait,
    send: ({ device }) => ({ ...room(device), body: { device_type: 'washer' } }),
    answers: { others: 200 },
  },
  {
    endpoint: rooms.stopWaiting,
    send: ({ device: { sticker_number } }) => ({
      params: { number: sticker_number, device_type: 'washer' },
    }),
    answers: { others: 200 },
  },
  {
    endpoint: rooms.rules,
    send: ({ device }) => room(device),
    answers: forLandlord,
  },
  {
    endpoint: rooms.setRules,
    send: ({ device }) => ({ ...room(device), body: otherRules }),
    answers: forLandlord,
  },
  { endpoint: openingHours.get, send: ({ device }) => room(device), answers: forLandlord },
  {
    endpoint: openingHours.set,
    send: ({ device }) => ({ ...room(device), body: mondays }),
    answers: forLandlord,
  },
  { endpoint: bookingPlans.get, send: ({ device }) => room(device), answers: forLandlord },
  {
    endpoint: bookingPlans.set,
    send: ({ device }) => ({ ...room(device), body: dailyPlan(device.id) }),
    answers: forLandlord,
  },
  { endpoint: bookings.own, answers: { others: 200 } },
  {
    endpoint: bookings.ofRoom,
    name: 'where there are none',
    send: ({ device }) => room(device),
    answers: { others: 422 },
  },
  {
    endpoint: bookings.book,
    name: 'in a group that does not exist',
    send: () => ({ body: noSlot }),
    answers: { others: 404 },
  },
  {
    endpoint: bookings.move,
    name: 'that does not exist',
    send: ({ device: { id } }) => ({ params: { id }, body: noSlot }),
    answers: { others: 404 },
  },
  {
    endpoint: bookings.cancel,
    name: 'that does not exist',
    send: device,
    answers: { others: 404 },
  },
  {
    endpoint: bookings.calendar,
    name: 'that does not exist',
    send: device,
    answers: { others: 404 },
  },
  { endpoint: calendars.get, answers: { others: 200 } },
  { endpoint: calendars.create, answers: { others: 201 } },
  { endpoint: calendars.end, answers: { others: 204 } },
  {
    endpoint: bookings.cancelForOther,
    name: 'that does not exist',
    send: ({ device: { id, sticker_number } }) => ({ params: { number: sticker_number, id } }),
    answers: { landlord: 404, admin: 404, others: 403 },
  },
  { endpoint: displays.list, send: ({ device }) => room(device), answers: forLandlord },
  {
    endpoint: displays.create,
    send: ({ device }) => ({ ...room(device), body: displayBody }),
    answers: { landlord: 201, admin: 201, others: 403 },
  },
  {
    endpoint: displays.change,
    send: ({ device: { sticker_number: number }, displayId: id }) => ({
      ...{ params: { number, id }, body: { name: 'TV in the hall' } },
    }),
    answers: forLandlord,
  },
  {
    endpoint: displays.end,
    send: ({ device: { sticker_number: number }, displayId: id }) => ({ params: { number, id } }),
    answers: { landlord: 204, admin: 204, others: 403 },
  },
  { endpoint: queues.own, answers: { others: 200 } },
  {
    endpoint: queues.join,
    name: 'where there is none',
    send: ({ device }) => ({ ...room(device), body: { device_type: 'washer' } }),
    answers: { others: 422 },
  },
  {
    endpoint: queues.leave,
    send: ({ device: { sticker_number } }) => ({
      params: { number: sticker_number, device_type: 'washer' },
    }),
    answers: { others: 200 },
  },
  { endpoint: queues.hold, name: 'where holds are off', send: device, answers: { others: 422 } },
  { endpoint: queues.release, send: device, answers: { others: 200 } },
  {
    endpoint: devices.findBySticker,
    name: 'not active',
    send: ({ hiddenDevice }) => sticker(hiddenDevice),
    answers: { ...ofDevice, others: 404 },
  },
  {
    endpoint: devices.findBySticker,
    name: 'deleted',
    send: ({ deletedDevice }) => sticker(deletedDevice),
    answers: { others: 404 },
  },
  {
    endpoint: devices.findBySticker,
    name: 'not accepted by its landlord',
    send: ({ waitingDevice }) => sticker(waitingDevice),
    answers: { ...ofDevice, others: 404 },
  },
  {
    endpoint: devices.update,
    name: 'not accepted by its landlord',
    send: (world) => ({ ...waitingDevice(world), body: newDevice }),
    answers: { ...ofDevice, ...noLandlordByStaff, landlord: 403, others: 404 },
  },
  {
    endpoint: places.setTimeZone,
    send: ({ device: { location } }) => ({ body: { location, time_zone: 'Europe/Lisbon' } }),
    answers: { owner: 204, 'a manager of another place': 403, others: 404 },
  },
  { endpoint: devices.accept, send: waitingDevice, answers: landlordAlone(200) },
  { endpoint: devices.refuse, send: waitingDevice, answers: landlordAlone(204) },
  {
    endpoint: devices.nextNumber,
    send: () => ({ query: { device_number: 'W-09' } }),
    answers: { others: 200 },
  },
  {
    endpoint: devices.create,
    send: () => ({ body: newDevice }),
    answers: { ...noLandlordByStaff, others: 201 },
  },
  {
    endpoint: devices.create,
    name: 'of a number that one of the own devices has',
    send: () => ({ query: { same_number: 'false' }, body: deviceBody }),
    answers: { ...noLandlordByStaff, owner: 409, others: 201 },
  },
  {
    endpoint: devices.update,
    send: (world) => ({ ...device(world), body: newDevice }),
    answers: { ...ofDevice, ...noLandlordByStaff, others: 403 },
  },
  {
    endpoint: devices.update,
    name: 'not active',
    send: (world) => ({ ...hiddenDevice(world), body: newDevice }),
    answers: { ...ofDevice, ...noLandlordByStaff, others: 404 },
  },
  { endpoint: devicePrices.get, send: device, answers: { others: 200 } },
  { endpoint: devicePrices.at, send: device, answers: { others: 200 } },
  ...[devicePrices.get, devicePrices.at].map((endpoint) => ({
    endpoint,
    name: 'not active',
    send: hiddenDevice,
    answers: { ...ofDevice, others: 404 },
  })),
  {
    endpoint: devicePrices.save,
    send: (world) => ({ ...device(world), body: nightPrices }),
    answers: { ...ofDevice, others: 403 },
  },
  {
    endpoint: devicePrices.save,
    name: 'not active',
    send: (world) => ({ ...hiddenDevice(world), body: nightPrices }),
    answers: { ...ofDevice, others: 404 },
  },
  {
    endpoint: devicePrices.save,
    name: 'not accepted by its landlord',
    send: (world) => ({ ...waitingDevice(world), body: nightPrices }),
    answers: { ...ofDevice, landlord: 403, others: 404 },
  },
  { endpoint: devices.delete, send: device, answers: { ...deletedBy, others: 403 } },
  {
    endpoint: devices.delete,
    name: 'not active',
    send: hiddenDevice,
    answers: { ...deletedBy, others: 404 },
  },
]
