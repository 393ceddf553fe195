import { type Caller, placesOf } from '@coinless/contract/permissions.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Which devices are an account's own, and of them those at the places where alone somebody works for it. */

/** Whose revenue: an account's, as its address counts now. */
export type Payee = Pick<Caller, 'id' | 'email' | 'email_verified' | 'acting'>

/** On `devices`: it is its owner's, and its landlord's who accepted it. */
export function ownedDevice(caller: Payee) {
  return sql<SqlBool>`(${sql.join(ownedDeviceParts(caller), sql` or `)})`
}

/** On `devices`: of each part one index has the newest. A device may be in both. */
export function ownedDeviceParts(caller: Payee) {
  const places = placesOf(caller)
  const parts = [
    sql<SqlBool>`devices.owner_id = ${caller.id}`,
    sql<SqlBool>`(
      devices.landlord_email = ${caller.email} and devices.landlord_accepted and ${caller.email_verified}
    )`,
  ]
  if (!places) return parts
  return parts.map((part) => sql<SqlBool>`(${part} and devices.location = any (${places}::text[]))`)
}

/** On a table with `device_id`: what is of an own device at the places of the caller. */
export function ofDeviceAtPlaces(caller: Payee, deviceId: RawBuilder<unknown>) {
  return sql<SqlBool>`${deviceId} in (select devices.id from devices where ${ownedDevice(caller)})`
}

/** What a controller that the caller sees says of a device: all, but to staff of some places of those that are there. */
export function namedDevice(caller: Caller, deviceId: RawBuilder<unknown>) {
  return placesOf(caller) ? ofDeviceAtPlaces(caller, deviceId) : sql<SqlBool>`true`
}

/**
 * On `controllers`: a controller is where the devices are that hang on it. Of one with devices at other places, too, and of
 * one without any, staff at some places see nothing.
 */
export function controllerAtPlaces(caller: Caller) {
  const places = placesOf(caller)
  if (!places) return sql<SqlBool>`true`
  return sql<SqlBool>`(
    select coalesce(bool_and(devices.location = any (${places}::text[])), false)
    from device_links join devices on devices.id = device_links.device_id
    where device_links.controller_id = controllers.id
  )`
}
