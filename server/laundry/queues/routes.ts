import { queues } from '@coinless/contract/queues.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { languageOf } from '../../http/request/language.ts'
import type { Server } from '../../http/request/server.ts'
import { route } from '../../http/routing/route.ts'
import { findRoom } from '../rooms/rooms.ts'
import { type HoldChange, holdMachine, releaseMachine } from './holds.ts'
import { joinQueue, leaveQueue } from './join.ts'
import { ownQueues, queuesOfRoom } from './queues.ts'

export function queueRoutes(server: Server) {
  const { database, changes } = server

  async function changed(
    caller: SignedInCaller,
    roomId: string,
    devices: string[],
    rooms: string[] = [],
  ) {
    for (const deviceId of new Set(devices)) changes.publish({ deviceId })
    for (const each of new Set([roomId, ...rooms])) changes.publish({ roomId: each })
    return queuesOfRoom(database, caller, roomId)
  }

  function held(caller: SignedInCaller, id: string, { roomId, settled }: HoldChange) {
    return changed(caller, roomId, [id, ...settled.devices], settled.rooms)
  }

  route(server, queues.own, ({ caller }) => ownQueues(database, caller))

  route(server, queues.ofRoom, async ({ caller, params }) => {
    const { id } = await findRoom(database, params.number)
    return queuesOfRoom(database, caller, id)
  })

  route(server, queues.join, async ({ caller, params, body, request }) => {
    const { id: roomId } = await findRoom(database, params.number)
    await joinQueue(database, caller, { roomId, ...body }, languageOf(request))
    return changed(caller, roomId, [])
  })

  route(server, queues.leave, async ({ caller, params }) => {
    const { id: roomId } = await findRoom(database, params.number)
    const { device_type } = params
    return changed(caller, roomId, await leaveQueue(database, caller, { roomId, device_type }))
  })

  route(server, queues.hold, async ({ caller, params }) =>
    held(caller, params.id, await holdMachine(database, caller, params.id)),
  )

  route(server, queues.release, async ({ caller, params }) =>
    held(caller, params.id, await releaseMachine(database, caller, params.id)),
  )
}
