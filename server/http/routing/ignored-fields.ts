import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { z } from 'zod'

type Fields = Record<string, z.ZodType>

/** Fields to reject, because ignoring a new address would look as if it was saved. */
const refused = ['email']

const known = new WeakMap<Endpoint, Fields>()

/**
 * Fields that the GET at the same address returns and the PUT does not take, such as ids and times. They are ignored,
 * so that a fetched object can be sent back unchanged.
 */
export function ignoredFields(endpoint: Endpoint): Fields {
  const ignored = known.get(endpoint) ?? onlyFetched(endpoint)
  known.set(endpoint, ignored)
  return ignored
}

function onlyFetched({ method, path, body }: Endpoint): Fields {
  const fetched = method === 'PUT' && fetchedAt(path)
  if (!fetched || !(body instanceof z.ZodObject)) return {}
  return Object.fromEntries(
    Object.entries<z.ZodType>(fetched.shape).filter(
      ([name]) => !Object.hasOwn(body.shape, name) && !refused.includes(name),
    ),
  )
}

function fetchedAt(path: string): z.ZodObject | undefined {
  const reply = Object.values(endpoints)
    .flatMap((calls): Endpoint[] => Object.values(calls))
    .find((each) => each.method === 'GET' && each.path === path)?.reply
  const object = reply instanceof z.ZodNullable ? reply.unwrap() : reply
  return object instanceof z.ZodObject ? object : undefined
}

export function withoutIgnored(endpoint: Endpoint, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const ignored = ignoredFields(endpoint)
  return Object.fromEntries(Object.entries(body).filter(([name]) => !Object.hasOwn(ignored, name)))
}
