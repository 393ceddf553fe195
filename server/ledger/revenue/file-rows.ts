import type { Caller } from '@coinless/contract/permissions.ts'
import type { GroupedRevenueQuestion } from '@coinless/contract/revenue.ts'
import type { CsvFile } from '../../http/routing/csv.ts'
import type { Database } from '../../platform/database/connection.ts'
import { hasTax } from './documents.ts'
import { payeeOf } from './payee.ts'
import { revenueFor } from './revenue.ts'

const amounts = ['gross', 'refunded', 'net', 'before', 'year_before']
const taxColumns = ['net_of_tax', 'tax']

const columns = [
  ...['key', 'device_label', 'device_number', 'location'],
  ...['gross', 'refunded', 'net', 'payments', 'before', 'year_before'],
]

/** The file of a query. It has columns about tax if the account has a tax rate. */
export async function revenueFile(
  database: Database,
  caller: Caller,
  question: GroupedRevenueQuestion,
): Promise<CsvFile> {
  const more = (await hasTax(database, await payeeOf(database, caller, question))) ? taxColumns : []
  return { name: 'revenue', columns: [...columns, ...more], amounts: [...amounts, ...taxColumns] }
}

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
