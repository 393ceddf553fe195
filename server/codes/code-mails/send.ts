import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type NumericText, toMinor } from '@coinless/contract/money.ts'
import { mailTexts } from '@coinless/contract/texts/texts.ts'
import { type SqlBool, sql } from 'kysely'
import { operatorAndPlace, operatorOfCode } from '../../notifications/mail/code-operator.ts'
import { timeThere, zoneOfAccount } from '../../notifications/mail/machine-name.ts'
import { queueMail } from '../../notifications/mail/outbox.ts'
import { countUnrequested } from '../../notifications/mail/unrequested.ts'
import type { AppConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isDue, seconds } from '../../platform/database/due.ts'
import { locks } from '../../platform/database/locks.ts'

interface CodeMail {
  id: string
  kind: 'issue' | 'top_up'
  amount: NumericText | null
  code: string
  remaining_balance: NumericText
  expires_at: Date | null
  customer_email: string
  issuer_email: string
  /** Operator whose machines accept the code; null: all machines do. */
  operator_email: string | null
  /** Name and only place of that operator, for a customer who has paid there. */
  operator_place: string | null
  zone: string
  language: Language
  /** Whether the code can pay and has a customer with an address. */
  is_wanted: boolean
}

const pauseSeconds = limits.codeMailPauseHours * 60 * 60
const pause = seconds(pauseSeconds)

/**
 * Moves some waiting mails to the outbox, one server at a time and only while few new mails wait there, so that
 * password codes do not wait behind a batch. Retried mails come after new ones and do not count.
 */
export async function sendCodeMails(database: Database, config: AppConfig): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(locks.codeMailsAtOnce)}) as is_mine`.execute(
      transaction,
    )
    if (!rows[0]?.is_mine) return
    for (const mail of await dueMails(transaction)) await bring(transaction, config, mail)
  })
}

/** Words of an operator go only to people who have paid them: anyone could receive other mails. */
const hasPaidOperator = sql<SqlBool>`exists (
  select from transactions where payer_id = customer.id
    and (owner_id = operator.id or landlord_email = operator.email)
)`

/** Language of the customer's last payment if the address has an account; otherwise that of the request. */
async function dueMails(transaction: Database): Promise<CodeMail[]> {
  const { rows } = await sql<CodeMail>`
    select mail.id, mail.kind, mail.amount, code.code, remaining_balance, expires_at, customer_email,
      issuer.email as issuer_email, operator.email as operator_email,
      case when ${hasPaidOperator} then ${operatorAndPlace(sql`operator.id`)} end as operator_place,
      ${zoneOfAccount(sql`coalesce(operator.id, issuer.id)`)} as zone,
      coalesce(last_paid.language, mail.language) as language,
      is_current and code.deleted_at is null and not disabled and (expires_at is null or expires_at > now())
        and customer_email is not null and issuer.email_verified and issuer.closed_at is null as is_wanted
    from code_mails as mail
      join prepaid_codes as code on code.id = prepaid_code_id
      join users as issuer on issuer.id = code.user_id
      left join users as operator on operator.id = ${operatorOfCode}
      left join users as customer on customer.email = customer_email and customer.email_verified
      left join lateral (
        select cycles.language from transactions join cycles on transaction_id = transactions.id
        where payer_id = customer.id
        order by transactions.created_at desc limit 1
      ) as last_paid on true
    where job_id is null and ${isDue(sql`due_at`, pauseSeconds)}
      and (select count(*) from (select from jobs where queue = 'mails' and attempts = 0 limit ${sql.lit(limits.codeMailsAtOnce)}) as waiting)
        < ${sql.lit(limits.codeMailsAtOnce)}
    order by due_at
    limit ${sql.lit(limits.codeMailsAtOnce)}
    for update of mail`.execute(transaction)
  return rows
}

/** Deletes mails that are no longer wanted; they can be requested again. */
async function bring(transaction: Database, config: AppConfig, mail: CodeMail): Promise<void> {
  const { id } = mail
  if (!mail.is_wanted) {
    await transaction.deleteFrom('code_mails').where('id', '=', id).execute()
  } else if (await countUnrequested(transaction, mail.customer_email, 'code_mail')) {
    const words = wordsOf(config, mail)
    const job_id = await queueMail(transaction, config, { to: mail.customer_email, ...words })
    await transaction.updateTable('code_mails').set({ job_id }).where('id', '=', id).execute()
  } else {
    await transaction
      .updateTable('code_mails')
      .set({ due_at: sql<Date>`now() + ${pause}` })
      .where('id', '=', id)
      .execute()
  }
}

function wordsOf(
  { publicUrl }: AppConfig,
  { kind, amount, language, expires_at, ...mail }: CodeMail,
) {
  const facts = {
    code: mail.code,
    from: mail.issuer_email,
    balance: toMinor(mail.remaining_balance),
    operator: mail.operator_email,
    place: mail.operator_place,
    link: publicUrl && `${publicUrl}/payments#code=${mail.code}`,
    until: expires_at && ((locale: string) => timeThere(locale, expires_at, mail.zone)),
  }
  const texts = mailTexts[language]
  return kind === 'issue'
    ? texts.code_issued(facts)
    : texts.code_topped_up({ ...facts, amount: toMinor(amount ?? 0) })
}
