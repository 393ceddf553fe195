import type { Language } from '@coinless/contract/languages.ts'
import { formatDollars, toCents } from '@coinless/contract/money.ts'
import type { Transaction } from '@coinless/contract/transactions.ts'
import type { AppConfig } from '../config.ts'
import type { Database } from '../database/connection.ts'
import type { Answer } from '../http/route.ts'
import { queueMail } from '../mail/outbox.ts'

type Paid = Answer<
  Pick<Transaction, 'id' | 'device_number' | 'duration_minutes' | 'amount' | 'created_at'>
> & {
  /** undefined: it says nothing of a name. */
  customer_name?: Answer<Transaction>['customer_name'] | undefined
}

/** Mails what was paid, when the transaction that pays stands. */
export async function mailReceipt(
  transaction: Database,
  config: AppConfig,
  to: string,
  language: Language,
  paid: Paid,
): Promise<void> {
  const { subject, lines } = receipts[language](paid)
  const link = config.publicUrl && `${config.publicUrl}/transactions/${paid.id}/receipt`
  const text = [...lines, ...(link ? ['', link] : [])].join('\n')
  await queueMail(transaction, config, { to, subject, text })
}

const receipts: Record<Language, (paid: Paid) => { subject: string; lines: string[] }> = {
  en: (paid) => ({
    subject: `Receipt for ${formatDollars(toCents(paid.amount))} at ${paid.device_number}`,
    lines: [
      `Amount: ${formatDollars(toCents(paid.amount))}`,
      `Duration: ${paid.duration_minutes} minutes`,
      `Device number: ${paid.device_number}`,
      ...named('Customer name', paid.customer_name, 'N/A'),
      `Date: ${dateIn('en-US', paid.created_at)}`,
      `Transaction ID: ${paid.id}`,
    ],
  }),
  es: (paid) => ({
    subject: `Recibo de ${formatDollars(toCents(paid.amount))} en ${paid.device_number}`,
    lines: [
      `Importe: ${formatDollars(toCents(paid.amount))}`,
      `Duración: ${paid.duration_minutes} minutos`,
      `Número de dispositivo: ${paid.device_number}`,
      ...named('Nombre del cliente', paid.customer_name, 'N/D'),
      `Fecha: ${dateIn('es-US', paid.created_at)}`,
      `ID de la transacción: ${paid.id}`,
    ],
  }),
}

function named(label: string, name: Paid['customer_name'], none: string): string[] {
  return name === undefined ? [] : [`${label}: ${name ?? none}`]
}

/** A mail does not know where it is read. */
function dateIn(locale: string, time: string | Date): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(locale, options).format(new Date(time))} UTC`
}
