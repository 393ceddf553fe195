import { z } from 'zod'
import { controllerDrivers, controllerEventKinds, startRefusals, switchings } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id, listOf, search, text, timestamp, versionQuery, wholeListQuery } from './fields.ts'
import { limits } from './limits.ts'
import { quotaRefusals } from './quotas.ts'

/** When a controller was last heard, for callers who may see it. */
export const presence = {
  connected_since: timestamp.nullable().describe('null while the controller is not connected'),
  heard_at: timestamp
    .nullable()
    .describe('When the controller last sent a message, to the minute. null: never'),
}

export const Controller = z.object({
  id,
  owner_id: id,
  name: z.string(),
  driver: z.enum(controllerDrivers),
  has_credential: z.boolean().describe('false after the credential was revoked and not replaced'),
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
  channel: z.int().nullable().describe('null: the event is not about a channel'),
  answer: z.enum(startRefusals).nullable().describe('Reason for a refused start'),
  device_label: z
    .string()
    .nullable()
    .describe('Device of the refused start, as labeled at that time'),
  device_number: z.string().nullable(),
  minutes: z.int().nullable().describe('Minutes paid for. null: a test start, or no start'),
  detail: z.string().describe('Further details as sent by the controller'),
  created_at: timestamp,
})
export type ControllerEvent = z.infer<typeof ControllerEvent>

export const ControllerDetail = Controller.extend({
  is_reachable: z
    .boolean()
    .describe('false: the driver is mqtt and the server has no broker (MQTT_URL)'),
  channels: z.array(Channel).describe('Channels that a device uses'),
  events: z
    .array(ControllerEvent)
    .describe(`Recent activity, newest first, at most ${limits.controllerEvents} events`),
})
export type ControllerDetail = z.infer<typeof ControllerDetail>

const credential = z
  .string()
  .describe(
    'Credential that the controller connects with. Returned only once; the server stores its hash',
  )
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
  drivers: endpoint('GET', '/controllers/drivers', {
    summary: 'List the drivers that a new controller can have on this server',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    reply: z.object({ data: z.array(z.enum(controllerDrivers)) }),
  }),
  get: endpoint('GET', '/controllers/:id', {
    summary: 'Get a controller with its channels and recent activity',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    reply: ControllerDetail,
    refusals: ['controller_not_found'],
  }),
  create: endpoint('POST', '/controllers', {
    summary: 'Add a controller that you own. The credential is returned only once',
    may: 'account',
    needs: 'controllers',
    body: z.strictObject({ name, driver: z.enum(controllerDrivers) }),
    reply: WithCredential,
    creates: true,
    takesIdempotencyKey: true,
    refusals: [...quotaRefusals('controllers'), 'too_many_simulated', 'no_broker'],
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
    summary: 'Replace the credential of a controller. The old one stops working at once',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    reply: WithCredential,
    refusals: ['controller_not_found'],
  }),
  endCredential: endpoint('DELETE', '/controllers/:id/credential', {
    summary: 'Revoke the credential of a controller and disconnect it at once',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    reply: null,
    refusals: ['controller_not_found'],
  }),
  delete: endpoint('DELETE', '/controllers/:id', {
    summary: 'Delete a controller and its links. Its devices then work without a link',
    may: 'signed-in',
    needs: 'controllers',
    isForStaff: 'places',
    params,
    reply: null,
    refusals: ['controller_not_found', 'cycle_open'],
  }),
}
