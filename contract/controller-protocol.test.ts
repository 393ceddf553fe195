import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  closeCodes,
  controllerMessage,
  fromController,
  fromServer,
  protocol,
} from './controller-protocol.ts'

const page = readFileSync('docs/integrate/controller-protocol.md', 'utf8')
const messages: Record<string, z.ZodType> = { ...fromController, ...fromServer }
const examples = [...page.matchAll(/```json\n(.*?)```/gs)].flatMap(([, block = '']) =>
  block
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string }),
)

interface Schema {
  type?: string
  format?: string
  const?: string
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
  minimum?: number
  maximum?: number
}

/** The table of a message's fields on the page. */
function tableOf(schema: z.ZodType): string {
  const lines = rowsOf(z.toJSONSchema(schema, { io: 'input' }) as Schema, '')
  return ['| Field | Type | Meaning |', '| --- | --- | --- |', ...lines].join('\n')
}

function rowsOf({ properties = {}, required = [] }: Schema, path: string): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const inner = [field, ...(field.anyOf ?? [])].find((each) => each.properties)
    const type = `${typeOf(field)}${required.includes(name) ? '' : ', optional'}`
    const row = `| \`${path}${name}\` | ${type} | ${field.description ?? ''} |`
    return inner ? [row, ...rowsOf(inner, `${path}${name}.`)] : [row]
  })
}

function typeOf(field: Schema): string {
  if (field.const) return `"${field.const}"`
  if (field.anyOf) return field.anyOf.map(typeOf).join(' or ')
  if (field.enum) return field.enum.map((each) => `"${each}"`).join(', ')
  if (field.type === 'array') return `list of ${typeOf(field.items ?? {})}`
  if (field.format === 'uuid') return 'UUID'
  const isSafe = (field.maximum ?? Number.MAX_SAFE_INTEGER) === Number.MAX_SAFE_INTEGER
  const range = isSafe ? '' : ` ${field.minimum} to ${field.maximum}`
  return `${field.type === 'integer' ? 'whole number' : field.type}${range}`
}

test.each(Object.entries(messages))(
  'the page lists the fields of %s as the schema defines them',
  (_, schema) => {
    expect(page).toContain(tableOf(schema))
  },
)

test.each(examples)('the example of $type is valid and has no unknown fields', (example) => {
  const { [example.type]: schema } = messages
  expect(schema?.parse(example)).toEqual(example)
})

test('has an example of every message on the page', () => {
  expect(new Set(examples.map(({ type }) => type))).toEqual(new Set(Object.keys(messages)))
})

test('lists every reason for closing a connection on the page', () => {
  for (const [code, reason] of Object.entries(closeCodes)) {
    expect(page).toContain(`| ${code} | ${reason} |`)
  }
})

test('states the actual limits on the page', () => {
  const { messageBytes, messagesPerSecond, path, journal, versions } = protocol
  expect(page).toContain(`${messageBytes / 1024} KiB`)
  expect(page).toContain(`${messagesPerSecond} a second`)
  expect(page).toContain(`\`wss://HOST${path}\``)
  expect(page).toContain(`last ${journal} starts`)
  expect(page).toContain(`Version ${versions.at(-1)}`)
  expect(page).toContain(`every ${protocol.pingSeconds} seconds`)
  expect(page).toContain(`at most ${protocol.startSeconds} seconds`)
  expect(page).toContain(`within ${protocol.answerSeconds} seconds`)
})

describe('a message of a controller', () => {
  const ping = { type: 'ping', id: '1' }

  test('loses unknown fields', () => {
    expect(controllerMessage.parse({ ...ping, mood: 'good' })).toEqual(ping)
  })

  test('is refused if its type is unknown', () => {
    expect(controllerMessage.safeParse({ ...ping, type: 'song' }).success).toBe(false)
  })

  test('fits into the limit at its largest', () => {
    const channels = Array.from({ length: protocol.channels }, (_, n) => n + 1)
    const longest = 'x'.repeat(64)
    const hello = {
      type: 'hello',
      versions: [1],
      boot_id: longest,
      channels,
      model: longest,
      firmware: longest,
    }
    expect(JSON.stringify(controllerMessage.parse(hello)).length).toBeLessThan(
      protocol.messageBytes,
    )
  })
})

test('accepts a start with either seconds or pulses', () => {
  const start = {
    type: 'start',
    id: '5f0f4a7e-6c1d-4f3a-9a52-0f6f2f1f7c11',
    channel: 1,
    deadline: 1_795_000_000_000,
  }
  const pulses = { count: 10, pulse_ms: 50, gap_ms: 100 }
  const isValid = (more: object) => fromServer.start.safeParse({ ...start, ...more }).success
  expect([{}, { seconds: 60, pulses }, { seconds: 60 }, { pulses }].map(isValid)).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('accepts ids of readable and storable characters only', () => {
  const hello = { type: 'hello', versions: [1], channels: [1] }
  expect(controllerMessage.safeParse({ ...hello, boot_id: 'b1' }).success).toBe(true)
  for (const boot_id of ['', '\u0000', 'a\nb', 'é', 'x'.repeat(65)]) {
    expect(controllerMessage.safeParse({ ...hello, boot_id }).success, boot_id).toBe(false)
  }
})
