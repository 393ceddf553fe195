import { limits } from '@coinless/contract/limits.ts'
import type { z } from 'zod'
import type { JsonSchema } from './schemas.ts'

/** Whitespace around a text does not count, up to this length. */
const spareCharacters = 1000

/**
 * Finds the first list, text or object that is larger than its schema allows. Runs before validation, which checks
 * each element of a list before the list's length.
 */
export function oversized(schema: JsonSchema, value: unknown): z.core.$ZodIssue | undefined {
  const branches = (schema.anyOf as JsonSchema[] | undefined) ?? [schema]
  const found = branches
    .filter((branch) => isOfType(branch, value))
    .map((branch) => oversizedIn(branch, value))
  return found.every((issue) => issue !== undefined) ? found[0] : undefined
}

function isOfType({ type }: JsonSchema, value: unknown): boolean {
  const own = Array.isArray(value) ? 'array' : typeof value
  return [type].flat().includes(own)
}

function oversizedIn(schema: JsonSchema, value: unknown): z.core.$ZodIssue | undefined {
  if (typeof value === 'string') return longText(schema, value)
  if (Array.isArray(value)) return longList(schema, value)
  if (typeof value === 'object' && value !== null) return wideObject(schema, value)
  return undefined
}

function longText({ maxLength }: JsonSchema, text: string): z.core.$ZodIssue | undefined {
  if (typeof maxLength !== 'number' || text.length <= 2 * maxLength + spareCharacters)
    return undefined
  return tooBig('string', maxLength)
}

function longList({ maxItems, items }: JsonSchema, list: unknown[]): z.core.$ZodIssue | undefined {
  if (typeof maxItems === 'number' && list.length > maxItems) return tooBig('array', maxItems)
  for (const [index, each] of list.entries()) {
    const issue = oversized(items as JsonSchema, each)
    if (issue) return within(index, issue)
  }
  return undefined
}

function wideObject(
  { properties = {}, additionalProperties }: JsonSchema,
  value: object,
): z.core.$ZodIssue | undefined {
  const fields = properties as Record<string, JsonSchema>
  const unknown: string[] = []
  for (const [name, each] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field) unknown.push(name)
    const issue = field && oversized(field, each)
    if (issue) return within(name, issue)
  }
  if (additionalProperties !== false || unknown.length <= limits.details) return undefined
  const keys = unknown.slice(0, limits.details)
  return { code: 'unrecognized_keys', keys, path: [], message: '' }
}

function tooBig(origin: 'string' | 'array', maximum: number): z.core.$ZodIssue {
  return { code: 'too_big', origin, maximum, inclusive: true, path: [], message: '' }
}

function within(name: PropertyKey, issue: z.core.$ZodIssue): z.core.$ZodIssue {
  return { ...issue, path: [name, ...issue.path] }
}
