import { queues } from '@coinless/contract/queues.ts'
import { type RoomRules, rooms } from '@coinless/contract/rooms.ts'
import { advanceQueues } from '../../server/laundry/queues/advance.ts'
import type { TestApp } from './app.ts'
import { makeCode, makeDevice, makeLandlord, makeUser, type TestUser } from './make.ts'

export const roomRules: RoomRules = {
  ...{ queue_types: ['washer'], hold_types: ['washer'] },
  ...{ turn_minutes: 5, hold_minutes: 10, pause_minutes: 15 },
}

/** What tests of queues and holds call. */
export function queueCalls(server: TestApp) {
  const washer = { device_type: 'washer' } as const
  return {
    join: (as: TestUser, number: string) =>
      server.call(queues.join, { as, params: { number }, body: washer }),
    leave: (as: TestUser, number: string) =>
      server.call(queues.leave, { as, params: { number, ...washer } }),
    queuesOf: (as: TestUser, number: string) =>
      server.call(queues.ofRoom, { as, params: { number } }),
    hold: (as: TestUser, { id }: { id: string }) =>
      server.call(queues.hold, { as, params: { id } }),
    release: (as: TestUser, { id }: { id: string }) =>
      server.call(queues.release, { as, params: { id } }),
    /** Runs the background job of several servers at once. */
    advance: async () => {
      await Promise.all([1, 2].map(() => advanceQueues(server.parts)))
    },
    setRules: (as: TestUser, number: string, rules: Partial<RoomRules> = {}) =>
      server.call(rooms.setRules, { as, params: { number }, body: { ...roomRules, ...rules } }),
  }
}

/** A room of washers without controllers, with a queue and holds. */
export async function makeQueueRoom(server: TestApp, washers = 1, rules: Partial<RoomRules> = {}) {
  const landlord = await makeLandlord(server, { email_verified: true })
  const location = `Cellar of ${landlord.id}`
  const add = (facts: Parameters<typeof makeDevice>[2] = {}) =>
    makeDevice(server, landlord, { location, ...facts })
  const device = await add()
  const others = []
  for (let left = washers - 1; left > 0; left--) others.push(await add())
  const number = device.sticker_number
  await queueCalls(server).setRules(landlord, number, rules)
  const { code } = await makeCode(server, landlord)
  const people = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makeUser(server, { email_verified: true })))
  return { landlord, location, device, others, number, code, add, people }
}
