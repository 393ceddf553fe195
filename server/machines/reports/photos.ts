import { limits } from '@coinless/contract/limits.ts'
import { type SqlBool, sql } from 'kysely'
import type { SignedInCaller } from '../../http/request/caller.ts'
import type { Network } from '../../http/request/caller-address.ts'
import { countToday, isFullToday } from '../../http/throttle/network-counts.ts'
import type { Database } from '../../platform/database/connection.ts'
import { reportedDevice } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'

/** On `reports`. */
export const hasPhoto = sql<boolean>`exists (
  select from report_photos where report_photos.id = reports.id
)`.as('has_photo')

/**
 * For the reporter and the operator of the machine.
 * @throws Refusal photo_not_found
 */
export async function findPhoto(database: Database, caller: SignedInCaller, id: string) {
  const found = await database
    .selectFrom('report_photos')
    .innerJoin('reports', 'reports.id', 'report_photos.id')
    .innerJoin('report_cases', 'report_cases.id', 'case_id')
    .innerJoin('devices', 'devices.id', 'device_id')
    .select('photo')
    .where('report_photos.id', '=', id)
    .where(
      sql<SqlBool>`((reports.user_id = ${caller.id} and ${!caller.acting}) or ${reportedDevice(caller)})`,
    )
    .executeTakeFirst()
  if (!found) throw new Refusal('photo_not_found')
  return { photo: found.photo.toString('base64') }
}

/**
 * Call under the lock that counts the account's reports.
 * @throws Refusal too_many_photos
 */
export async function refuseTooManyPhotos(
  transaction: Database,
  { id }: SignedInCaller,
): Promise<void> {
  const { rows } = await sql<{ kept: number }>`select count(*) as kept
    from report_photos join reports on reports.id = report_photos.id
    where user_id = ${id}`.execute(transaction)
  if (rows.some(({ kept }) => kept >= limits.photos)) throw new Refusal('too_many_photos')
}

/**
 * Counts a photo before it is decoded, whatever the result, because decoding is the expensive part.
 * @param networks of the sender; none if nothing is limited
 * @throws Refusal too_many_photos_of_network
 */
export async function countPhoto(database: Database, networks: Network[]): Promise<void> {
  const isTooMany = await countToday(database, 'photos', networks, limits.photosOfNetwork)
  if (isTooMany) throw new Refusal('too_many_photos_of_network')
}

/** @throws Refusal too_many_photos_of_network before the photo waits in the queue */
export async function refuseFullNetwork(database: Database, networks: Network[]): Promise<void> {
  const isFull = await isFullToday(database, 'photos', networks, limits.photosOfNetwork)
  if (isFull) throw new Refusal('too_many_photos_of_network')
}

export async function keepPhoto(transaction: Database, id: string, photo: Buffer): Promise<void> {
  await transaction.insertInto('report_photos').values({ id, photo }).execute()
}
