import { webhooks } from '@coinless/contract/webhooks.ts'
import type { Row } from './row.ts'
import type { World } from './world.ts'

const webhook = ({ webhookId: id }: World) => ({ params: { id } })
const body = { url: 'https://example.org/hook', events: ['payment.created'] }
/** Admins are excluded, because webhooks report data of their owner. */
const ownerOnly = (status: number) => ({ owner: status, others: 404 })

export const webhookRows: Row[] = [
  { endpoint: webhooks.create, send: () => ({ body }), answers: { others: 201 } },
  { endpoint: webhooks.get, send: webhook, answers: ownerOnly(200) },
  {
    endpoint: webhooks.update,
    send: (world) => ({ ...webhook(world), body: { ...body, is_enabled: true } }),
    answers: ownerOnly(200),
  },
  { endpoint: webhooks.replaceSecret, send: webhook, answers: ownerOnly(200) },
  { endpoint: webhooks.deliveries, send: webhook, answers: ownerOnly(200) },
  { endpoint: webhooks.test, send: webhook, answers: ownerOnly(201) },
  {
    endpoint: webhooks.sendAgain,
    send: ({ deliveryId: id }) => ({ params: { id } }),
    answers: ownerOnly(200),
  },
  { endpoint: webhooks.delete, send: webhook, answers: ownerOnly(204) },
]
