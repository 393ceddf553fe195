import type { Caller } from '@coinless/contract/permissions.ts'
import type { GroupedRevenueQuestion } from '@coinless/contract/revenue.ts'
import type { Database } from '../../platform/database/connection.ts'
import { revenueFor } from './revenue.ts'

export const amountColumns = ['gross', 'refunded', 'net', 'before', 'year_before']

export const fileColumns = [
  ...['key', 'device_label', 'device_number', 'location'],
  ...['gross', 'refunded', 'net', 'payments', 'before', 'year_before'],
]

/** Rows of a query in the form of the CSV file. */
export async function* fileRows(
  database: Database,
  caller: Caller,
  question: GroupedRevenueQuestion,
) {
  const { rows } = await revenueFor(database, caller, question)
  for (const { device, ...row } of rows) {
    yield {
      ...row,
      device_label: device?.label,
      device_number: device?.device_number,
      location: device?.location,
    }
  }
}
