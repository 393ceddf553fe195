import { bulkChanges } from '@coinless/contract/bulk-changes.ts'
import { chosenRows } from '@coinless/contract/chosen-rows.ts'
import type { Row } from './row.ts'
import type { World } from './world.ts'

/** For devices. The owner's staff have started none of these bulk changes. */
const ownersAlone = {
  owner: 200,
  "the owner's key to see devices": 403,
  'a manager': 404,
  'a technician': 404,
  'a bookkeeper': 404,
  others: 404,
}
const planned = ({ bulkChanges: { planned: id } }: World) => ({ params: { id } })

/** bulk-changes.test.ts covers the result per row and owner. */
export const bulkRows: Row[] = [
  {
    endpoint: bulkChanges.planForDevices,
    send: ({ device }) => ({ body: { chosen: { ids: [device.id] }, set: { price: 3 } } }),
    answers: { others: 201 },
  },
  {
    endpoint: bulkChanges.planForCodes,
    send: ({ code }) => ({ body: { chosen: { ids: [code.id] }, set: { disabled: true } } }),
    answers: { others: 201 },
  },
  ...[chosenRows.stickers, chosenRows.exportDevices].map((endpoint) => ({
    endpoint,
    send: ({ device }: World) => ({ body: { chosen: { ids: [device.id] } } }),
    answers: { others: 200 },
  })),
  ...[chosenRows.cards, chosenRows.exportCodes].map((endpoint) => ({
    endpoint,
    send: ({ code }: World) => ({ body: { chosen: { ids: [code.id] } } }),
    answers: { others: 200 },
  })),
  { endpoint: bulkChanges.get, send: planned, answers: ownersAlone },
  { endpoint: bulkChanges.apply, send: planned, answers: ownersAlone },
  {
    endpoint: bulkChanges.undo,
    send: ({ bulkChanges: { applied: id } }) => ({ params: { id } }),
    answers: ownersAlone,
  },
]
