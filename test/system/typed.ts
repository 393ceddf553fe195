import { z } from 'zod'
import type { Row, Sent } from '../support/row.ts'
import type { World } from '../support/world.ts'

interface Typed {
  text: string
  address: string
}

/**
 * Valid inputs of a call with the address in every field that accepts one, and for each field that
 * accepts the text the same with the text in it.
 */
export function typedInto({ endpoint, send }: Row, world: World, { text, address }: Typed): Sent[] {
  const fitting = send?.(world) ?? {}
  if (endpoint.bodyIsText) return [{ ...fitting, body: JSON.stringify({ [text]: text }) }]
  if (!(endpoint.body instanceof z.ZodObject)) return [fitting]
  const fields = Object.entries(endpoint.body.shape as Record<string, z.ZodType>)
  const taking = (value: string) =>
    fields.filter(([, field]) => field.safeParse(value).success).map(([name]) => name)
  const texts = taking(text)
  const addresses = taking(address).filter((name) => !texts.includes(name))
  const named = Object.fromEntries(addresses.map((name) => [name, address]))
  const addressed = { ...(fitting.body as object), ...named }
  return [{}, ...texts.map((name) => ({ [name]: text }))].map((typed) => ({
    ...fitting,
    ...((fitting.body !== undefined || addresses.length > 0) && {
      body: { ...addressed, ...typed },
    }),
  }))
}
