import { type Caller, placesOf } from '@coinless/contract/permissions.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Conditions for an account's own devices, limited to the places of its staff. */

/** A value, or the column of a statement about several callers. */
export type SqlValue<T> = T | RawBuilder<T>

/** Account that receives revenue, by its current address. */
export type Payee = Pick<Caller, 'acting'> & {
  [Fact in 'id' | 'email']: SqlValue<string>
} & { email_verified: SqlValue<boolean> }

/** Callers of one statement, whose accounts are in its columns. All are admins or none, and act for the same places. */
export interface CallerColumns extends Payee {
  isAdmin: boolean
}

/** On `devices`: the caller owns it, or has accepted it as its landlord. */
export function ownedDevice(caller: Payee) {
  return sql<SqlBool>`(${sql.join(ownedDeviceParts(caller), sql` or `)})`
}

/** The same in parts, each returned newest first by one index. A device may be in both. */
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

/** On a table with `device_id`: rows of own devices at the caller's places. */
export function ofDeviceAtPlaces(caller: Payee, deviceId: RawBuilder<unknown>) {
  return sql<SqlBool>`${deviceId} in (select devices.id from devices where ${ownedDevice(caller)})`
}

/** Whether a visible controller may name a device: always, but for staff limited to places only devices at these. */
export function namedDevice(caller: Caller, deviceId: RawBuilder<unknown>) {
  return placesOf(caller) ? ofDeviceAtPlaces(caller, deviceId) : sql<SqlBool>`true`
}

/**
 * On `controllers`: all linked devices are at the caller's places. Staff limited to places do not see controllers that
 * have devices elsewhere, too, or have no devices.
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
