import type { Endpoint } from '@coinless/contract/endpoint.ts'
import { limits } from '@coinless/contract/limits.ts'
import { type JsonSchema, jsonSchema } from './schemas.ts'

/** Maximum size of a body, in bytes and in values. Each element counts as one, and so does each field with its name. */
interface Bounds {
  bytes: number
  values: number
}

/** JSON bytes: a client may escape each character and indent each value. */
const escaped = 6
const numberBytes = 16
const wordBytes = 5
const layoutBytes = 16
const bytesOfFormat: Record<string, number> = { uuid: 36, date: 10, 'date-time': 40 }
/** Bytes of a text that only a pattern limits; such patterns allow a few characters. */
const patternBytes = 128

/** Bounds with their schema. */
interface BoundsOfBody extends Bounds {
  schema: JsonSchema
}

const known = new WeakMap<Endpoint, BoundsOfBody>()

const ofNothing = { bytes: limits.bodyBytesMin, values: limits.bodySpareValues, schema: {} }

/** Computed on the first call: most endpoints are rarely called. */
export function boundsOf(endpoint: Endpoint | undefined): BoundsOfBody {
  if (!endpoint) return ofNothing
  const bounds = known.get(endpoint) ?? computedBounds(endpoint)
  known.set(endpoint, bounds)
  return bounds
}

/**
 * Derives the maximum size from the schema, with room for fields that are ignored or refused by name.
 * @throws Error for a schema without a bound, unless the endpoint states its own
 */
function computedBounds(endpoint: Endpoint): BoundsOfBody {
  const { method, path, bodyBytes, bodyIsText } = endpoint
  const schema = jsonSchema(endpoint.body, 'input')
  const { bytes, values } = bodyIsText ? unbounded : sizeOf(schema)
  if (bodyBytes === undefined && !Number.isFinite(bytes))
    throw new Error(`${method} ${path} must set bodyBytes: its schema is unbounded.`)
  const allowed = bodyBytes ?? Math.min(Math.max(bytes, limits.bodyBytesMin), limits.bodyBytes)
  return { bytes: allowed, values: values + limits.bodySpareValues, schema }
}

const unbounded: Bounds = { bytes: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY }

/** @returns Infinity if the schema sets no bound */
function sizeOf(node: JsonSchema): Bounds {
  const branches = (node.anyOf ?? []) as JsonSchema[]
  if (branches.length > 0) return largest(branches.map(sizeOf))
  const words = node.enum ?? (node.const === undefined ? undefined : [node.const])
  if (Array.isArray(words)) return one(Math.max(...words.map((word) => `${word}`.length)))
  return largest([node.type].flat().map((type) => sizeOfType(String(type), node)))
}

function sizeOfType(type: string, node: JsonSchema): Bounds {
  switch (type) {
    case 'string':
      return one(bytesOfText(node))
    case 'number':
    case 'integer':
      return one(bytesOfNumber(type, node))
    case 'boolean':
    case 'null':
      return one(wordBytes)
    case 'array': {
      const { bytes, values } = sizeOf((node.items ?? {}) as JsonSchema)
      const count = (node.maxItems as number | undefined) ?? Number.POSITIVE_INFINITY
      return { bytes: count * bytes + layoutBytes, values: count * values + 1 }
    }
    case 'object':
      return sizeOfObject(node)
    default:
      return unbounded
  }
}

function sizeOfObject(node: JsonSchema): Bounds {
  const stated = node[statedBytes] as number | undefined
  if (stated !== undefined) return { bytes: stated, values: limits.bodySpareValues }
  if (node.additionalProperties !== false) return unbounded
  const fields = Object.entries((node.properties ?? {}) as Record<string, JsonSchema>)
  return fields.reduce((sum, [name, field]) => {
    const { bytes, values } = sizeOf(field)
    return { bytes: sum.bytes + name.length + bytes, values: sum.values + values }
  }, one(0))
}

/** Keyword that states the size of an open object: see `withBytes` in the contract. */
const statedBytes = 'x-max-bytes'

function bytesOfText({ maxLength, format, pattern }: JsonSchema): number {
  if (typeof maxLength === 'number') return maxLength * escaped
  const ofFormat = bytesOfFormat[String(format)]
  return ofFormat ?? (pattern === undefined ? Number.POSITIVE_INFINITY : patternBytes)
}

function bytesOfNumber(type: string, { minimum, maximum }: JsonSchema): number {
  const isShort = type === 'integer' && minimum !== undefined && maximum !== undefined
  return isShort ? Math.max(`${minimum}`.length, `${maximum}`.length) : numberBytes
}

function one(bytes: number): Bounds {
  return { bytes: bytes + layoutBytes, values: 1 }
}

function largest(sizes: Bounds[]): Bounds {
  return {
    bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
    values: Math.max(...sizes.map(({ values }) => values)),
  }
}
