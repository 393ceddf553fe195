import { z } from 'zod'
import { ceilingRefusals } from './ceilings.ts'
import { controllerDrivers, controllerEventKinds, startRefusals, switchings } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id, listOf, search, text, timestamp, versionQuery, wholeListQuery } from './fields.ts'
import { limits } from './limits.ts'

/** When a controller was last heard, for callers who may see it. */
export const presence = {
  connected_since: timestamp.nullable().describe('null while it is not connected'),
  heard_at: timestamp.nullable().describe('To a minute; null: never'),
}

export const Controller = z.object({
  id,
  owner_id: id,
  name: z.string(),
  driver: z.enum(controllerDrivers),
  has_credential: z.boolean().describe('false once it has ended without a new one'),
  ...presence,
  created_at: timestamp,
})
export type Controller = z.infer<typeof Controller>

const Channel = z.object({
  channel: z.int(),
  switching: z.enum(switchings),
  device_id: id,
  device_number: z.string(),
  device_label: z.string(),
  out_of_order_at: timestamp.nullable(),
})

const ControllerEvent = z.object({
  id,
  kind: z.enum(controllerEventKinds),
  channel: z.int().nullable().describe('null: it is about none'),
  answer: z.enum(startRefusals).nullable().describe('Of a start that it refused'),
  device_label: z.string().nullable().describe('Of the start that it refused, at that time'),
  device_number: z.string().nullable(),
  minutes: z.int().nullable().describe('That were paid for; null: a test start, or no start'),
  detail: z.string().describe('Whatever else is known, in the words of the controller'),
  created_at: timestamp,
})
export type ControllerEvent = z.infer<typeof ControllerEvent>

export const ControllerDetail = Controller.extend({
  is_reachable: z
    .boolean()
    .describe('false: its driver is mqtt, and the server has no broker (MQTT_URL)'),
  channels: z.array(Channel).describe('Those that a device hangs on'),
  events: z
    .array(ControllerEvent)
    .describe(`What it said lately, newest first, at most ${limits.controllerEvents}`),
})
export type ControllerDetail = z.infer<typeof ControllerDetail>

const credential = z
  .string()
  .describe('Shown this once: what the controller shows to be let in. Only its hash is kept')
export const WithCredential = Controller.extend({ credential })
export type WithCredential = z.infer<typeof WithCredential>

const name = text(limits.nameMax)
const params = z.strictObject({ id })

export const controllers = {
  list: endpoint('GET', '/controllers', {
    summary: 'List your controllers, newest first',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    query: wholeListQuery.extend({ search: search.describe('Matches part of the name') }),
    reply: listOf(Controller),
    refusals: ['list_too_long'],
  }),
  get: endpoint('GET', '/controllers/:id', {
    summary: 'Get a controller, its channels and what it said lately',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    reply: ControllerDetail,
    refusals: ['controller_not_found'],
  }),
  create: endpoint('POST', '/controllers', {
    summary: 'Add a controller that you own; the answer alone has its credential',
    may: 'account',
    needs: 'controllers',
    body: z.strictObject({ name, driver: z.enum(controllerDrivers) }),
    reply: WithCredential,
    creates: true,
    takesIdempotencyKey: true,
    refusals: [...ceilingRefusals('controllers'), 'too_many_simulated', 'no_broker'],
  }),
  rename: endpoint('PUT', '/controllers/:id', {
    summary: 'Rename a controller',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    query: versionQuery,
    body: z.strictObject({ name }),
    reply: Controller,
    refusals: ['controller_not_found', 'changed_meanwhile'],
  }),
  replaceCredential: endpoint('POST', '/controllers/:id/credential', {
    summary: 'Replace the credential of a controller: the one before ends at once',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    reply: WithCredential,
    refusals: ['controller_not_found'],
  }),
  endCredential: endpoint('DELETE', '/controllers/:id/credential', {
    summary: 'End the credential of a controller, which is disconnected at once',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    reply: null,
    refusals: ['controller_not_found'],
  }),
  delete: endpoint('DELETE', '/controllers/:id', {
    summary: 'Delete a controller and its links; the devices work without a link from then on',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    reply: null,
    refusals: ['controller_not_found', 'cycle_open'],
  }),
}
