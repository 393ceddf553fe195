import { createHash, randomInt } from 'node:crypto'
import type { Language } from '@coinless/contract/languages.ts'
import { limits } from '@coinless/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { Refusal } from '../http/refusal.ts'
import type { Mail } from '../mail/mailer.ts'
import { alphabet, codeKey } from '../prepaid-codes/code-text.ts'

export type Purpose = 'verification' | 'password'

/** Of the alphabet of prepaid codes: they are typed from one screen into another. */
const symbolsOfCode = 8

/**
 * A new code for an address, as the mail that brings it. It replaces the one before.
 * @returns null when one was sent a moment ago
 */
export async function makeEmailCode(
  database: Database,
  user: { id: string; email: string },
  purpose: Purpose,
  language: Language,
): Promise<Mail | null> {
  const symbols = Array.from(
    { length: symbolsOfCode },
    () => alphabet[randomInt(alphabet.length)],
  ).join('')
  const { rows } = await sql`
    insert into email_codes as known (user_id, purpose, code_hash, expires_at)
    values (${user.id}, ${purpose}, ${hashOf(symbols)},
      now() + make_interval(mins => ${limits.emailCodeMinutes}))
    on conflict (user_id, purpose) do update set code_hash = excluded.code_hash,
      created_at = now(), expires_at = excluded.expires_at, attempts = 0
    where known.created_at < now() - make_interval(secs => ${limits.emailCodePauseSeconds})
    returning user_id`.execute(database)
  if (rows.length === 0) return null
  const code = symbols.replace(/^(.{4})/, '$1-')
  return { to: user.email, ...mails[purpose](code)[language] }
}

/**
 * Uses a code up. Tries are counted first, each in its turn, so that many at once get no more.
 * @throws Refusal wrong_email_code when it is another, has run out or was tried too often
 */
export async function redeemEmailCode(
  database: Database,
  userId: string,
  purpose: Purpose,
  code: string,
): Promise<void> {
  const tried = await database
    .updateTable('email_codes')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('attempts', '<', limits.emailCodeTries)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('code_hash')
    .executeTakeFirst()
  if (!tried?.code_hash.equals(hashOf(codeKey(code)))) throw new Refusal('wrong_email_code')
  await database
    .deleteFrom('email_codes')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()
}

function hashOf(symbols: string): Buffer {
  return createHash('sha256').update(symbols).digest()
}

type Text = Record<Language, Pick<Mail, 'subject' | 'text'>>

const minutes = limits.emailCodeMinutes

const mails: Record<Purpose, (code: string) => Text> = {
  verification: (code) => ({
    en: {
      subject: 'Verify your email address for Coinless',
      text: `Enter this code in your Coinless profile within ${minutes} minutes:\n\n${code}\n\nIf you did not open an account, ignore this mail: without the code nobody gets rights from your address.\n`,
    },
    es: {
      subject: 'Verifica tu correo para Coinless',
      text: `Escribe este código en tu perfil de Coinless en los próximos ${minutes} minutos:\n\n${code}\n\nSi no has abierto una cuenta, no hagas caso de este correo: sin el código, nadie obtiene derechos con tu dirección.\n`,
    },
  }),
  password: (code) => ({
    en: {
      subject: 'Your code for a new Coinless password',
      text: `Enter this code within ${minutes} minutes to choose a new password:\n\n${code}\n\nIf you did not ask for it, ignore this mail: your password stays as it is. Give the code to nobody.\n`,
    },
    es: {
      subject: 'Tu código para una contraseña nueva de Coinless',
      text: `Escribe este código en los próximos ${minutes} minutos para elegir una contraseña nueva:\n\n${code}\n\nSi no lo has pedido, no hagas caso de este correo: tu contraseña no cambia. No des el código a nadie.\n`,
    },
  }),
}
