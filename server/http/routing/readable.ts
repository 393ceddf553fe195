import {
  type CallerRights,
  hasRight,
  type ReadRight,
  readRightOf,
} from '@coinless/contract/rights.ts'
import { z } from 'zod'

type Facts = Record<string, unknown>

interface Cut {
  caller: CallerRights
  isWhole: boolean
}

/**
 * Removes the fields that the contract marks with a right that the caller lacks. Applies to every answer, also to a
 * stored one from a call with more rights.
 */
export function readable<Value>(schema: z.ZodType, value: Value, caller: CallerRights) {
  const cut = { caller, isWhole: true }
  const told = caller.rights === null ? value : (cutOf(cut, schema, value, {}) as Value)
  return { told, isWhole: cut.isWhole }
}

/** @param around fields of the enclosing objects */
function cutOf(cut: Cut, schema: z.ZodType, value: unknown, around: Facts): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((each) => cutOf(cut, schema.element as z.ZodType, each, around))
  }
  if (schema instanceof z.ZodObject) {
    const facts: Facts = { ...around, ...value }
    const fields = Object.entries(value).flatMap(([name, field]) => {
      const its: z.ZodType | undefined = schema.shape[name]
      // The serializer omits it, unless the schema allows additional fields.
      if (!its) return [[name, field]]
      if (isReadable(readRightOf(its), cut.caller, facts)) {
        return [[name, cutOf(cut, its, field, facts)]]
      }
      cut.isWhole = false
      return []
    })
    return Object.fromEntries(fields)
  }
  if (schema instanceof z.ZodRecord) {
    const its = schema.valueType as z.ZodType
    const fields = Object.entries(value).map(([name, field]) => [
      name,
      cutOf(cut, its, field, around),
    ])
    return Object.fromEntries(fields)
  }
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault
  ) {
    return cutOf(cut, schema.unwrap() as z.ZodType, value, around)
  }
  throw new Error(`A response contains a ${schema.type}, which cannot be filtered by rights.`)
}

function isReadable(by: ReadRight | undefined, caller: CallerRights, facts: Facts): boolean {
  if (by === undefined) return true
  const right = typeof by === 'string' ? by : by.of[String(facts[by.field])]
  return right !== undefined && hasRight(caller, right)
}
