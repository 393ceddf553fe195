import type { Endpoint, ReplyType } from '@coinless/contract/endpoint.ts'
import { endpoints } from '@coinless/contract/endpoints.ts'
import { limits } from '@coinless/contract/limits.ts'
import {
  commonRefusals,
  ErrorAnswer,
  type RefusalCode,
  sessionRefusals,
  statusOfRefusal,
} from '@coinless/contract/refusals.ts'
import { missingRight, readRightOf } from '@coinless/contract/rights.ts'
import { rightsOfRole } from '@coinless/contract/staff.ts'
import stringify from 'fast-json-stringify'
import { z } from 'zod'
import { ignoredFields } from './ignored-fields.ts'

export type JsonSchema = Record<string, unknown>

/**
 * Converts a zod schema to JSON Schema, for OpenAPI and for the serializer. Nullable fields become `type: ['string',
 * 'null']`, which needs no validator. Patterns that a format implies are dropped. Fields that need a right are
 * optional.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...result } = z.toJSONSchema(schema, {
    io,
    target: 'draft-7',
    override: ({ zodSchema, jsonSchema: node }) => {
      if (io === 'output' && zodSchema instanceof z.ZodObject) {
        const isAlwaysThere = (name: string) => !readRightOf(zodSchema.shape[name])
        if (node.required) node.required = node.required.filter(isAlwaysThere)
      }
      if (node.format && node.pattern) delete node.pattern
      const [type, nothing] = node.anyOf ?? []
      if (type && nothing?.type === 'null' && typeof type.type === 'string') {
        const { anyOf: _anyOf, ...rest } = node
        const { const: word, enum: words = word === undefined ? undefined : [word] } = type
        Object.assign(node, type, rest, { type: [type.type, 'null'] })
        delete node.anyOf
        delete node.const
        // An enum without null would not allow null, regardless of the type.
        if (words) node.enum = [...words, null]
      }
    },
  }) as JsonSchema
  return result
}

/** Serializes to JSON the fields that the schema names. Compiled on first use, because most calls are rare. */
export function serializerOf(schema: z.ZodType): (value: unknown) => string {
  let write: ((value: unknown) => string) | undefined
  return (value) => {
    write ??= stringify(jsonSchema(schema, 'output'))
    return write(value)
  }
}

const errorSchema = jsonSchema(ErrorAnswer, 'output')

const idempotencyHeader = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      minLength: 1,
      maxLength: limits.idempotencyKeyMax,
      description:
        'A random key for one operation. A repeated call with the same key gets the first response',
    },
  },
}

function isEmptyObject(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0
}

/** OpenAPI schemas of an endpoint, derived from the contract. */
export function schemasOf(endpoint: Endpoint): JsonSchema {
  const parts = { params: endpoint.params, querystring: endpoint.query, body: endpoint.body }
  const inputs = Object.entries(parts)
    // A documented body would be required.
    .filter(([part, schema]) => part !== 'body' || !isEmptyObject(schema))
    .map(([part, schema]) => [part, jsonSchema(schema, 'input')])
  const { feature, call } = nameOf(endpoint)
  return {
    tags: [feature],
    operationId: `${feature}${call.charAt(0).toUpperCase()}${call.slice(1)}`,
    summary: endpoint.summary,
    security: securityOf(endpoint),
    ...withIgnored(endpoint, Object.fromEntries(inputs)),
    ...(endpoint.takesIdempotencyKey && { headers: idempotencyHeader }),
    response: {
      [endpoint.status]: replySchema(endpoint),
      ...refusalAnswers(endpoint),
    },
  }
}

/** Documents ignored fields, because other unknown fields are rejected. */
function withIgnored(endpoint: Endpoint, inputs: Record<string, JsonSchema>) {
  const { body } = inputs
  const ignored = Object.entries(ignoredFields(endpoint)).map(([name, schema]) => {
    return [name, { ...jsonSchema(schema, 'output'), readOnly: true }]
  })
  if (!body || ignored.length === 0) return inputs
  const properties = { ...(body.properties as JsonSchema), ...Object.fromEntries(ignored) }
  return { ...inputs, body: { ...body, properties } }
}

/** A session has all rights of its account, an API key only those that it was given. */
function securityOf({ needs, isForStaff }: Endpoint): Record<string, string[]>[] {
  if (needs === null) return []
  const bearer = { bearer: [] }
  if (needs === 'account') return [bearer]
  const needed = needs === 'any' ? [] : [needs].flat()
  const isOfStaff = Object.values(rightsOfRole).some((rights) => !missingRight({ rights }, needs))
  const ofStaff = isForStaff && isOfStaff ? [{ bearer: [], account: needed }] : []
  return [bearer, { apiKey: needed }, ...ofStaff]
}

export const mediaTypes = {
  json: 'application/json',
  csv: 'text/csv',
  calendar: 'text/calendar',
  events: 'text/event-stream',
} as const satisfies Record<ReplyType, string>

function replySchema({ reply, replyType }: Endpoint): JsonSchema {
  if (!reply) return { type: 'null', description: 'Success, no body' }
  const schema = jsonSchema(reply, 'output')
  return replyType === 'json' ? schema : { content: { [mediaTypes[replyType]]: { schema } } }
}

/** Name in the contract: `devices.list`. */
function nameOf(endpoint: Endpoint): { feature: string; call: string } {
  for (const [feature, calls] of Object.entries<Record<string, Endpoint>>(endpoints)) {
    const call = Object.keys(calls).find((name) => calls[name] === endpoint)
    if (call) return { feature, call }
  }
  throw new Error(`${endpoint.path} is not in contract/endpoints.ts.`)
}

function refusalAnswers(endpoint: Endpoint): JsonSchema {
  const codes = [...commonRefusals, ...sessionCodes(endpoint), ...endpoint.refusals]
  const byStatus = Map.groupBy(codes, (code) => statusOfRefusal[code])
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\``).join(', '),
        content: { 'application/json': { schema: errorSchema } },
      },
    ]),
  )
}

function sessionCodes({ may }: Endpoint): readonly RefusalCode[] {
  if (may === 'anyone') return []
  if (may === 'account') return [...sessionRefusals, 'account_only']
  return may === 'admin'
    ? [...sessionRefusals, 'admin_only', 'second_factor_required']
    : sessionRefusals
}

/** Refusals that an endpoint declares. The test app fails on any other. */
export function announcedRefusals(endpoint: Endpoint): ReadonlySet<RefusalCode> {
  return new Set([...commonRefusals, ...sessionCodes(endpoint), ...endpoint.refusals])
}
