import type { Language } from '@coinless/contract/languages.ts'
import { toMinor } from '@coinless/contract/money.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import type { Transaction } from '@coinless/contract/transactions.ts'
import { sql } from 'kysely'
import type { Answer } from '../../http/request/answer.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import {
  machineInMail,
  placeInMail,
  timeThere,
  verifiedOwnersText,
  zoneInMail,
} from './machine-name.ts'
import { mail } from './mail.ts'
import { willHaveNumber } from './receipt-lines.ts'

type Paid = Answer<
  Pick<
    Transaction,
    | 'id'
    | 'device_id'
    | 'device_number'
    | 'duration_minutes'
    | 'programme'
    | 'amount'
    | 'created_at'
  >
> & {
  /** undefined: without a name. */
  customer_name?: Answer<Transaction>['customer_name'] | undefined
}

/** Queues a receipt in the transaction of the payment. */
export async function mailReceipt(
  transaction: Database,
  config: AppConfig,
  to: string,
  language: Language,
  paid: Paid,
): Promise<void> {
  const { customer_name: name } = paid
  const { deviceNumber, programme, place, zone, isNumbered } = await ownersWords(transaction, paid)
  const words = mailTexts[language].receipt({
    id: `${paid.id}`,
    deviceNumber,
    amount: toMinor(paid.amount),
    minutes: Number(paid.duration_minutes),
    programme,
    customerName: name && `${name}`,
    time: (locale) => timeThere(locale, paid.created_at, zone),
  })
  await mail(transaction, config, to, {
    ...words,
    ...{ place, path: `/transactions/${paid.id}/receipt` },
    receipt: isNumbered ? { transactionId: `${paid.id}`, language } : undefined,
  })
}

interface OwnersWords {
  deviceNumber: string
  programme: string | null
  place: string | null
  zone: string
  isNumbered: boolean
}

async function ownersWords(
  transaction: Database,
  { id: paidId, device_id, device_number, programme }: Paid,
) {
  const id = sql`${device_id}::uuid`
  const { rows } = await sql<OwnersWords>`select
    ${machineInMail(id, sql`${device_number}::text`)} as "deviceNumber",
    ${verifiedOwnersText(id, sql`${programme}::text`)} as programme,
    ${placeInMail(id)} as place, ${zoneInMail(id)} as zone,
    ${willHaveNumber(sql`${paidId}::uuid`)} as "isNumbered"`.execute(transaction)
  return rows[0] as OwnersWords
}
