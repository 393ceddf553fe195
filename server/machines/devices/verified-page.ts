import type { Caller } from '@coinless/contract/permissions.ts'
import { type SqlBool, sql } from 'kysely'
import {
  type CountedList,
  countedListPage,
  idsOf,
  rangesOf,
  rowsOf,
  sumOf,
  totals,
} from '../../http/lists/counted-list.ts'
import { atOneMoment, type PageRequest, pageOf, paginationOf } from '../../http/lists/list.ts'
import type { Database } from '../../platform/database/connection.ts'
import { verifiedDevice } from '../../platform/policy/policy.ts'

/**
 * Returns one page of verified devices, newest first. A search also finds the devices with that whole number. The row
 * counts do not tell verified devices apart, so without a search the total is a lower bound.
 */
export async function verifiedPage<Row>(
  database: Database,
  caller: Caller,
  list: CountedList<'devices', Row>,
  { search, ...asked }: PageRequest & { search?: string | undefined },
) {
  const isVerified = verifiedDevice(caller)
  const isNamed = sql`normalize_device_number(device_number) = normalize_device_number(${search})`
  const isFound = search ? sql`(${isVerified} or ${isNamed})` : isVerified
  const streams = list.streams.map(({ audience, where }) => {
    return { audience, where: sql<SqlBool>`${where} and ${isFound}` }
  })
  const verified = { ...list, streams }
  if (search) return countedListPage(database, verified, { ...asked, search })
  const page = pageOf(asked)
  const offset = (page.page - 1) * page.limit
  return atOneMoment(database, async (snapshot) => {
    const counts = await totals(snapshot, streams)
    const ranges = rangesOf(verified).filter((range) => sumOf(counts, [range]) > 0)
    if (ranges.length === 0) return { data: [], pagination: paginationOf(page, 0) }
    const ids = idsOf('devices', ranges, { offset, limit: page.limit + 1 })
    const rows = await rowsOf(snapshot, verified, ids)
    const total = rows.length > 0 ? offset + rows.length : 0
    return { data: rows.slice(0, page.limit), pagination: paginationOf(page, total) }
  })
}
