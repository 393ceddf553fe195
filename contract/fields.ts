import { z } from 'zod'
import { asciiAddress } from './addresses.ts'
import type { Problem } from './explain.ts'
import { hasVisible, withoutInvisible, withoutStrayInvisible } from './invisible-characters.ts'
import { limits } from './limits.ts'
import { fromMinor, type MinorUnits, plainAmount } from './money.ts'

/** A random UUID. Anything else is rejected before a query. */
export const id = z.uuid()

const completion = '00000000-0000-4000-8000-000000000000'

/** Beginning of an id, such as the eight characters that lists show. */
export const idStart = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(completion.length)
  .refine(
    (start) => id.safeParse(start + completion.slice(start.length)).success,
    'not_an_id' satisfies Problem,
  )

const noControlCharacters = /^\P{Cc}*$/u
const lineFeedsAtMost = /^[\P{Cc}\n]*$/u

/** Marks that change the direction of text, even after this value in a mail or a list, or that have no effect. */
const turningMarks = /[\u202a-\u202e\u2066-\u2069]/g
const idleMarks = /[\u200b\u2060-\u2064\u206a-\u206f\ufeff]/g

/** UTF-8 cannot encode lone surrogates. */
function wellFormedText() {
  return z.string().refine((value) => value.isWellFormed(), 'half_character' satisfies Problem)
}

/** Any text that can be stored: PostgreSQL does not allow NUL. */
function anyText() {
  return wellFormedText().refine(
    (value) => !value.includes('\0'),
    'control_characters' satisfies Problem,
  )
}

function withoutMarks(value: string): string {
  return value.replace(turningMarks, '').replace(idleMarks, '')
}

function withLineFeeds(value: string): string {
  return withoutMarks(value).replace(/\r\n?/g, '\n')
}

/** A text without visible characters becomes empty. */
function plainText(max: number, read = withoutMarks, allowed = noControlCharacters) {
  return wellFormedText()
    .overwrite((value) => (hasVisible(value) ? read(value) : ''))
    .trim()
    .max(max)
    .regex(allowed, 'control_characters' satisfies Problem)
}

/** One line of non-empty text: trimmed, 1 to `max` characters. */
export function text(max: number) {
  return plainText(max).min(1)
}

/** Several lines of non-empty text, with line feeds between them. */
export function severalLines(max: number) {
  return plainText(max, withLineFeeds, lineFeedsAtMost).min(1)
}

/** Like `text`, but without invisible characters that would make equal texts differ. */
export function visibleText(max: number) {
  return plainText(max, withoutInvisible).min(1)
}

/** A part of a URL path. Dots alone are rejected, because URL parsers remove them as folders. */
export function partOfAddress(max: number) {
  return text(max).refine((word) => word !== '.' && word !== '..', 'dots_alone' satisfies Problem)
}

/** One optional line of text. Empty becomes null; missing stays undefined. */
export function optionalText(max: number) {
  return plainText(max).nullish().transform(noneIfEmpty)
}

function noneIfEmpty(value: string | null | undefined) {
  return value === undefined ? undefined : value || null
}

/** Addresses are stored and compared in one case and one Unicode form. */
const addressText = anyText()
  .overwrite(withoutStrayInvisible)
  .trim()
  .max(limits.emailMax)
  .normalize('NFKC')
  .toLowerCase()
  .overwrite(asciiAddress)
  .max(limits.emailMax)

export const email = addressText.pipe(z.email())

export const optionalEmail = addressText
  .refine(
    (value) => value === '' || email.safeParse(value).success,
    'not_an_email' satisfies Problem,
  )
  .nullish()
  .transform(noneIfEmpty)

/** Keyboards of phones and computers send different Unicode forms of the same password. */
export function plainPassword(password: string): string {
  return password.normalize('NFKC')
}

/** Not trimmed, which would change the password. */
export const newPassword = anyText()
  .overwrite(plainPassword)
  .min(limits.passwordMin, 'short_password' satisfies Problem)
  .max(limits.passwordMax)

/** A password that is only compared. */
export const knownPassword = anyText().min(1).max(limits.passwordMax)

/** A generated value, by us or an external service, that is only compared. */
export function token(max: number) {
  return anyText().min(1).max(max)
}

export const minutes = z.int().min(1).max(limits.minutesMax)

/** ISO 8601, UTC. */
export const timestamp = z.iso.datetime()

/** A day without a time zone, such as '2026-01-31', within the years that documents have. */
export const calendarDay = z.iso
  .date('not_a_day' satisfies Problem)
  .refine(
    (day) => day >= `${limits.yearMin}` && day < `${limits.dayYearMax + 1}`,
    'not_a_day' satisfies Problem,
  )

const momentMax = 40

/** RFC 3339 allows lowercase letters and a space for the T; in an unescaped URL, the + of an offset becomes a space. */
function writtenAsUsual(time: string): string {
  return time
    .toUpperCase()
    .replace(/^([\d-]{10}) /, '$1T')
    .replace(/ (\d\d:\d\d)$/, '+$1')
}

/** A time from a user, with any RFC 3339 offset. PostgreSQL has no year 0, and rounds times finer than milliseconds. */
export const moment = z
  .string()
  .max(momentMax)
  .meta({ format: 'date-time' })
  .overwrite(writtenAsUsual)
  .pipe(z.iso.datetime({ offset: true }))
  .transform((value) => new Date(value).toISOString())
  .refine((value) => /^(?!0000)\d{4}-/.test(value), 'not_a_time' satisfies Problem)

export const trueOrFalse = z.enum(['true', 'false']).transform((value) => value === 'true')

const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'not_whole' satisfies Problem)
  .transform(Number)

/** Calendar year, in UTC. */
export const year = wholeNumber.pipe(z.int().min(limits.yearMin).max(limits.yearMax))

const page = wholeNumber.pipe(z.int().min(1).max(limits.pageMax))
const limit = wholeNumber.pipe(z.int().min(1).max(limits.listLimitMax))

/** Query of a list that is always paginated. Pages count from 1. */
export const listQuery = z.strictObject({
  page: page.default(1),
  limit: limit.default(limits.pageSize),
})

/** Query of any other list: without `page` and `limit` it returns everything. */
export const wholeListQuery = z.strictObject({
  page: page.optional(),
  limit: limit
    .optional()
    .describe(`Without page and limit, returns all rows, at most ${limits.wholeListMax}`),
})

/** Search text. A cell copied from a table has a tab. */
export const searchText = plainText(limits.searchMax, (value) =>
  withoutMarks(value).replace(/\s/g, ' '),
)

/** A case-insensitive substring; %, _ and \ are plain characters. */
export const search = searchText.optional()

export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
})

export type Pagination = z.infer<typeof pagination>

/** Answer of every list, newest first. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), pagination })
}

/** Rows validated per chunk. */
const rowsAtOnce = 200

/**
 * List of rows that stops validating once it has as many issues as an answer shows, and that yields between chunks
 * under safeParseAsync. Call it last, because anything that copies the list, such as describe, loses it.
 */
export function rowsOf<Row extends z.ZodType>(list: z.ZodArray<Row>) {
  list._zod.parse = (payload, context) => {
    const rows: unknown = payload.value
    if (!Array.isArray(rows)) {
      payload.issues.push({ code: 'invalid_type', expected: 'array', input: rows, inst: list })
      return payload
    }
    payload.value = []
    const checkFrom = (start: number) => {
      for (const [index, value] of rows.slice(start, start + rowsAtOnce).entries()) {
        if (payload.issues.length >= limits.details) return rows.length
        const { issues, value: read } = checked(list.element, value)
        payload.issues.push(...z.core.util.prefixIssues(start + index, issues))
        payload.value.push(read as z.output<Row>)
      }
      return start + rowsAtOnce
    }
    return context.async
      ? inParts(checkFrom, rows.length, payload)
      : inOneGo(checkFrom, rows.length, payload)
  }
  return list
}

function checked(row: z.ZodType, value: unknown): z.core.ParsePayload {
  const result = row._zod.run({ value, issues: [] }, { async: false })
  if (result instanceof Promise) throw new z.core.$ZodAsyncError()
  return result
}

function inOneGo<Payload>(work: (start: number) => number, end: number, payload: Payload): Payload {
  for (let at = 0; at < end; ) at = work(at)
  return payload
}

async function inParts<Payload>(work: (start: number) => number, end: number, payload: Payload) {
  for (let at = 0; at < end; ) {
    at = work(at)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return payload
}

/** A JSON number from 0 to `max` minor units, with the decimals of the currency. */
export function amountUpTo(max: MinorUnits) {
  return amountBetween(0 as MinorUnits, max)
}

export function amountAboveZero(max: MinorUnits) {
  return amountBetween(1 as MinorUnits, max)
}

/** From minus `max` to `max`. */
export function signedAmount(max: MinorUnits) {
  return amountBetween(-max as MinorUnits, max)
}

/** Amount that the caller's decision was based on. */
export const seenAmount = z.number().min(0).optional()

function amountBetween(min: MinorUnits, max: MinorUnits) {
  return z
    .number()
    .min(fromMinor(min))
    .max(fromMinor(max))
    .refine(
      (amount) => Number(plainAmount(amount)) === amount,
      'too_many_decimals' satisfies Problem,
    )
    .describe('Amount with at most the decimals of the currency')
}

/** For calls that replace data that others may change. */
export const versionQuery = z.strictObject({
  version: token(limits.versionMax)
    .optional()
    .describe(
      'X-Version header of the response that the change is based on. Refused with 409 if the object has changed since',
    ),
})
