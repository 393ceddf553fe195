import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { hasRight, type ReadRight, type Right, readRightOf } from '@coinless/contract/rights.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../server/platform/database/connection.ts'

/** Parts of an answer that the caller may not read: marked fields by path, and texts of codes. */
export function unreadableIn(
  endpoint: Endpoint,
  { status, body, headers }: { status: number; body: unknown; headers: Record<string, unknown> },
  rights: readonly Right[],
  factsOfCodes: readonly string[],
): string[] {
  const { method, path, reply, replyType } = endpoint
  const call = `${method} ${path}`
  // A refusal has its own field named code.
  const isReply = reply && replyType === 'json' && status === endpoint.status
  const fields = isReply ? marked(reply, body, rights, '', {}) : []
  const sent = JSON.stringify([body, headers])
  const texts = rights.includes('read_codes')
    ? []
    : factsOfCodes.filter((fact) => sent.includes(fact))
  return [...fields, ...texts].map((shown) => `${call} shows ${shown}`)
}

function marked(
  schema: z.ZodType,
  value: unknown,
  rights: readonly Right[],
  path: string,
  around: Record<string, unknown>,
): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (schema instanceof z.ZodArray) {
    return (value as unknown[]).flatMap((each) =>
      marked(schema.element as z.ZodType, each, rights, `${path}[]`, around),
    )
  }
  if (!(schema instanceof z.ZodObject)) {
    const { innerType } = schema.def as { innerType?: z.ZodType }
    return innerType ? marked(innerType, value, rights, path, around) : []
  }
  const facts = { ...around, ...value }
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const shown = (value as Record<string, unknown>)[name]
    if (shown === undefined) return []
    const right = rightOf(readRightOf(field as z.ZodType), facts)
    if (right && !hasRight({ rights }, right)) return [`${path}.${name}`]
    return marked(field as z.ZodType, shown, rights, `${path}.${name}`, facts)
  })
}

function rightOf(by: ReadRight | undefined, facts: Record<string, unknown>): Right | undefined {
  return typeof by === 'object' ? by.of[String(facts[by.field])] : by
}

/**
 * Texts that are enough to pay, and names and numbers of customers of codes. Names that an account or a payment also
 * has reveal nothing about a code.
 */
export async function factsOfCodes(database: Database): Promise<string[]> {
  const { rows } = await sql<{
    code: string
    customer_name: string | null
    phone_number: string | null
  }>`
    select code, phone_number, case when customer_name in (
      select full_name from users union all select customer_name from transactions where customer_name is not null
    ) then null else customer_name end as customer_name
    from prepaid_codes`.execute(database)
  return rows.flatMap((row) => Object.values(row)).filter((fact) => fact !== null)
}
