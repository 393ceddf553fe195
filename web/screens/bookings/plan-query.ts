import { queryOptions } from '@tanstack/react-query'
import { calls } from '../../shared/calls/calls.ts'
import { call, callWithVersion } from '../../shared/calls/client.ts'

const inOrder = new Intl.Collator(undefined, { numeric: true })

/** The plan with its version, on which a change is based, its room, and all machines that it can name. */
export function planQuery(number: string) {
  return queryOptions({
    queryKey: ['devices', 'room', number, 'booking plan'],
    queryFn: async ({ signal }) => {
      const [plan, room] = await Promise.all([
        callWithVersion(calls.bookingPlans.get, { params: { number }, signal }),
        call(calls.rooms.get, { params: { number }, signal }),
      ])
      const open = new Set(room.devices.map(({ id }) => id))
      const closed = await Promise.all(
        plan.thing.groups
          .flatMap(({ device_ids }) => device_ids.filter((id) => !open.has(id)))
          .map((id) => call(calls.devices.get, { params: { id }, signal })),
      )
      const machines = [...room.devices, ...closed].sort((one, other) =>
        inOrder.compare(one.device_number, other.device_number),
      )
      return { ...plan, room, machines }
    },
    staleTime: 0,
  })
}
