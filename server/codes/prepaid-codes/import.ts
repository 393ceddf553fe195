import type { ImportReport, SkippedRow } from '@coinless/contract/imports.ts'
import type { Language } from '@coinless/contract/languages.ts'
import { type NumericText, plainAmount, toMinor } from '@coinless/contract/money.ts'
import type { ImportedCode } from '@coinless/contract/new-codes.ts'
import { isAdmin } from '@coinless/contract/permissions.ts'
import { sentenceOfRefusal } from '@coinless/contract/refusal-sentences.ts'
import type { RefusalCode } from '@coinless/contract/refusals.ts'
import { codeKey } from '@coinless/contract/typed-secrets.ts'
import { timeOfRow } from '../../http/lists/time-of-row.ts'
import { lockSessionNowait } from '../../http/request/account-lock.ts'
import type { SignedInCaller } from '../../http/request/caller.ts'
import { attempt, type Throttle } from '../../http/throttle/failed-attempts.ts'
import { issueEntry } from '../../ledger/entries/entries.ts'
import type { Database } from '../../platform/database/connection.ts'
import { visibleCode } from '../../platform/policy/policy.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { isMistyped } from '../../platform/secrets/code-text.ts'
import { assertQuota, enforceQuota } from '../../sessions/account/quotas.ts'
import { recordAll } from '../../sessions/audit/audit.ts'
import { isEasyToGuess } from './easy-to-guess.ts'

type StoredCode = Omit<ImportedCode, 'balance' | 'expires_at'> & {
  balance: NumericText
  remaining_balance: NumericText
  expires_at: Date | null
  is_visible: boolean
}

interface Row {
  /** Its position in the request. */
  row: number
  body: ImportedCode
  key: string
  /** The code with this text, of any issuer. */
  known: StoredCode | undefined
}

/** Why a text is refused; null if valid. */
type Judged = Map<number, RefusalCode>

/**
 * Checks texts before locking anything, because each check takes milliseconds. Skips existing codes.
 */
export async function judgeCodes(
  database: Database,
  caller: SignedInCaller,
  codes: readonly ImportedCode[],
): Promise<Judged> {
  const judged: Judged = new Map()
  for (const { row, body, known } of await findRows(database, caller, codes)) {
    const refusal = known?.is_visible ? undefined : await refusalOf(body)
    if (refusal) judged.set(row, refusal)
  }
  return judged
}

async function refusalOf({ code, expires_at }: ImportedCode): Promise<RefusalCode | undefined> {
  if (isMistyped(code)) return 'code_looks_mistyped'
  if (await isEasyToGuess(code)) return 'code_easy_to_guess'
  return expires_at && new Date(expires_at) <= new Date() ? 'expiry_in_the_past' : undefined
}

/**
 * Reports one row per request whose text belongs to someone else, as one failed attempt, so that files find codes no
 * faster than single attempts.
 * @throws Refusal imported_code_taken, too_many_attempts
 */
export async function countAsAttempt<T>(
  database: Database,
  throttle: Throttle | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const done: T[] = []
  let taken: Refusal | undefined
  await attempt(database, throttle, async () => {
    try {
      done.push(await work())
      return true
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal !== 'imported_code_taken') throw error
      taken = error
      return false
    }
  })
  if (taken) throw taken
  return done[0] as T
}

/**
 * Issues the codes whose text is new, each with its ledger entry and event. Reports existing codes of the caller and
 * leaves them unchanged. Call within yieldToExclusive.
 * @throws Refusal session_expired, verification_needed, imported_code_taken
 */
export async function importCodes(
  transaction: Database,
  caller: SignedInCaller,
  codes: readonly ImportedCode[],
  judged: Judged,
  language: Language,
): Promise<ImportReport> {
  const rows = await findRows(transaction, caller, codes)
  refuseForeign(rows)
  const good = rows.filter(({ row, known }) => !known && !judged.has(row))
  const fresh = [...Map.groupBy(good, ({ key }) => key).values()].map(([first]) => first as Row)
  await assertQuota(transaction, caller, 'codes', fresh.length)
  const made = await insertCodes(transaction, caller, fresh)
  // Concurrent inserts are visible now.
  const after = made.size < rows.length ? await findRows(transaction, caller, codes) : []
  refuseForeign(after)
  const left = after.filter(({ row }) => !made.has(row))
  await enforceQuota(transaction, caller, 'codes', made.size)
  await lockSessionNowait(transaction, caller)
  return { created: made.size, left: left.map((row) => skippedRow(row, judged, language)) }
}

/** Codes that an import would leave unchanged. Says nothing about other people's texts, which are not tried. */
export async function knownCodes(
  database: Database,
  caller: SignedInCaller,
  codes: readonly ImportedCode[],
  language: Language,
) {
  const rows = await findRows(database, caller, codes)
  const known = rows.filter((row) => row.known?.is_visible)
  return { left: known.map((row) => skippedRow(row, new Map(), language)) }
}

async function findRows(
  transaction: Database,
  caller: SignedInCaller,
  codes: readonly ImportedCode[],
): Promise<Row[]> {
  const keys = codes.map(({ code }) => codeKey(code))
  const found = await transaction
    .selectFrom('prepaid_codes')
    .selectAll()
    .select(visibleCode(caller).as('is_visible'))
    .where('lookup_key', 'in', keys)
    .where('deleted_at', 'is', null)
    .execute()
  const byKey = new Map(found.map((code) => [code.lookup_key, code as StoredCode]))
  return codes.map((body, row) => {
    const key = keys[row] as string
    return { row, body, key, known: byKey.get(key) }
  })
}

function refuseForeign(rows: readonly Row[]): void {
  const foreign = rows.find(({ known }) => known && !known.is_visible)
  if (foreign) throw new Refusal('imported_code_taken', { row: foreign.row })
}

/** Inserts in a fixed order to avoid deadlocks. @returns the rows that created a code */
async function insertCodes(transaction: Database, caller: SignedInCaller, fresh: Row[]) {
  const inOrder = fresh.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  if (inOrder.length === 0) return new Set<number>()
  const inserted = await transaction
    .insertInto('prepaid_codes')
    .values(
      inOrder.map(({ body: { balance: _, ...code }, key, row }) => ({
        ...code,
        disabled: code.disabled ?? false,
        lookup_key: key,
        user_id: caller.id,
        issued_as_admin: isAdmin(caller),
        created_at: timeOfRow(row),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('lookup_key').where('deleted_at', 'is', null).doNothing(),
    )
    .returning(['id', 'lookup_key'])
    .execute()
  const rowOfKey = new Map(inOrder.map((row) => [row.key, row]))
  const made = inserted.map(({ id, lookup_key }) => ({ id, ...(rowOfKey.get(lookup_key) as Row) }))
  if (made.length > 0) {
    const entries = made.map(({ id, body }) => issueEntry(id, caller.id, body.balance))
    await transaction.insertInto('ledger_entries').values(entries).execute()
  }
  const issued = made.map(({ id, body }) => ({
    id,
    details: { balance: plainAmount(body.balance) },
  }))
  await recordAll(transaction, caller, 'code_issued', issued)
  return new Set(made.map(({ row }) => row))
}

function skippedRow({ row, body, known }: Row, judged: Judged, language: Language): SkippedRow {
  const refusal = judged.get(row)
  if (!known && refusal) {
    const field = refusal === 'expiry_in_the_past' ? 'expires_at' : 'code'
    const message = sentenceOfRefusal(refusal, undefined as never, language)
    return { row, outcome: 'refused', fields: [field], message }
  }
  const fields = known ? differing(body, known) : []
  return { row, outcome: fields.length > 0 ? 'differs' : 'unchanged', fields, message: null }
}

/**
 * Columns missing in the file count as equal. A balance matches the initial or the remaining balance: lists of codes
 * have the former, our export has both.
 */
function differing({ code: _, balance, ...body }: ImportedCode, known: StoredCode): string[] {
  const fields = Object.entries(body)
    .filter(
      ([field, value]) => value !== undefined && value !== plain(known[field as keyof StoredCode]),
    )
    .map(([field]) => field)
  const balances = [known.balance, known.remaining_balance].map(toMinor)
  return balances.includes(toMinor(balance)) ? fields : [...fields, 'balance']
}

function plain(value: unknown) {
  return value instanceof Date ? value.toISOString() : value
}
