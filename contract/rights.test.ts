import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { prepaidCodes } from './prepaid-codes.ts'
import { type Need, type Right, readRightOf, rights } from './rights.ts'
import { eventData, webhooks } from './webhooks.ts'

/** The id of the written row, the count given by the caller, and the outcome of the call. */
const outcome = ['id', 'codes', 'status', 'created_at']
/** Its answer is random and not stored. */
const random = prepaidCodes.generate.path

interface Field {
  name: string
  readBy: readonly Right[]
}

/** @param outer the rights that the enclosing object needs */
function fieldsOf(schema: z.ZodType | null, outer: readonly Right[] = []): Field[] {
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element as z.ZodType, outer)
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, field]) => {
      const by = readRightOf(field as z.ZodType)
      const own = by === undefined ? [] : typeof by === 'string' ? [by] : Object.values(by.of)
      const readBy = [...outer, ...own]
      return [{ name, readBy }, ...fieldsOf(field as z.ZodType, readBy)]
    })
  }
  const isWrapped =
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault
  return isWrapped ? fieldsOf(schema.unwrap() as z.ZodType, outer) : []
}

function rightsIn(needs: Need | null): readonly Right[] {
  return needs === null || needs === 'any' || needs === 'account' ? [] : [needs].flat()
}

const isWithin = (some: readonly Right[], others: readonly Right[]) =>
  some.every((right) => others.includes(right))

test('marks each answer field that other calls show only with a right the call does not need', () => {
  const missing = Object.entries(endpoints).flatMap(([feature, named]) => {
    const calls: Endpoint[] = Object.values(named)
    const reading = calls.filter(({ method }) => method === 'GET')
    return calls.flatMap(({ method, path, needs, reply }) => {
      const own = rightsIn(needs)
      // A payer may see their own payment, and no narrowed caller makes account calls.
      if (method === 'GET' || path === random || needs === 'account' || own.includes('pay'))
        return []
      return fieldsOf(reply).flatMap(({ name, readBy }) => {
        const showing = reading
          .filter((each) => fieldsOf(each.reply).some((shown) => shown.name === name))
          .map((each) => rightsIn(each.needs))
        const isShown = showing.some((needed) => isWithin(needed, own))
        const isMarked = showing.some((needed) => needed.some((right) => readBy.includes(right)))
        if (showing.length === 0 || isShown || isMarked || outcome.includes(name)) return []
        return [`${feature}: ${name} of ${method} ${path}`]
      })
    })
  })
  expect(missing).toEqual([])
})

test('sends webhooks only fields within the rights needed to set their URL', () => {
  const told = Object.values(eventData).flatMap((schema) =>
    fieldsOf(schema).flatMap(({ readBy }) => readBy),
  )
  for (const { needs } of [webhooks.create, webhooks.update]) {
    expect(isWithin(told, rightsIn(needs))).toBe(true)
  }
})

test('marks fields only with rights of the contract', () => {
  const marked = Object.values(endpoints)
    .flatMap((feature): Endpoint[] => Object.values(feature))
    .flatMap(({ reply }) => fieldsOf(reply).flatMap(({ readBy }) => readBy))
  expect(marked.length).toBeGreaterThan(0)
  expect(isWithin(marked, rights)).toBe(true)
})
