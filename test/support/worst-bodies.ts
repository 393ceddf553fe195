/** Part of JSON Schema that bodies are generated from. */
interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
  maxItems?: number
  maxLength?: number
  minimum?: number
}

interface Worst {
  name: string
  json: string
}

type Path = (string | number)[]

/** Bodies of a given size that are the most work to parse and validate. */
export function worstBodies(schema: Schema, fitting: unknown, bytes: number): Worst[] {
  const object = typeof fitting === 'object' && fitting !== null ? fitting : {}
  const fill = (unit: string) => unit.repeat(Math.max(0, bytes - 2000) / unit.length)
  const at = (path: Path, json: string) => JSON.stringify(placed(object, path)).replace(mark, json)
  const inFields = fieldsOf(schema).flatMap(({ path, schema: field }) =>
    worstValues(field, fill).map(({ name, json }) => ({
      name: `${path.join('.')}: ${name}`,
      json: at(path, json),
    })),
  )
  const filled = (isWrong: boolean) =>
    JSON.stringify(filledTo(schema, isWrong, { left: bytes - 2000 }))
  return [
    { name: 'nested lists', json: fill('[') },
    { name: 'nested objects', json: fill('{"a":') },
    { name: 'a list of numbers', json: `[${fill('0,')}0]` },
    { name: 'unknown fields', json: at(['odd'], `1,${unknownFields(bytes - 2000)}`) },
    { name: 'the same field over and over', json: at(['odd'], `1,${fill('"a":1,')}"a":1`) },
    { name: 'a field with a long name', json: at(['odd'], `1,"${fill('a')}":1`) },
    { name: 'an unknown long number', json: at(['odd'], `1${fill('0')}`) },
    { name: 'all that fits', json: filled(false) },
    { name: 'all that fits, each value wrong', json: filled(true) },
    ...inFields,
  ]
}

const mark = '"\u{1F4CC}"'

function placed(object: object, path: Path): unknown {
  const copy = structuredClone(object)
  let place = copy as Record<string | number, unknown>
  for (const [index, step] of path.slice(0, -1).entries()) {
    if (typeof place[step] !== 'object' || place[step] === null)
      place[step] = typeof path[index + 1] === 'number' ? [] : {}
    place = place[step] as typeof place
  }
  place[path.at(-1) ?? ''] = JSON.parse(mark)
  return copy
}

function fieldsOf(schema: Schema, path: Path = []): { path: Path; schema: Schema }[] {
  const inner = formsOf(schema).flatMap(({ properties = {}, items }) => [
    ...Object.entries(properties).flatMap(([name, field]) => fieldsOf(field, [...path, name])),
    ...(items ? fieldsOf(items, [...path, 0]) : []),
  ])
  return path.length === 0 ? inner : [{ path, schema }, ...inner]
}

function formsOf(schema: Schema): Schema[] {
  return schema.anyOf?.flatMap(formsOf) ?? [schema]
}

function worstValues(schema: Schema, fill: (unit: string) => string): Worst[] {
  const types = formsOf(schema).flatMap(({ type }) => type ?? [])
  const texts = ['a', ' ', '0.', '\\u0000', '\ufdfa']
  const numbers = ['1.', '1e'].map((start) => ({
    name: `a number of many digits after ${start}`,
    json: `${start}${fill('0')}1`,
  }))
  const items = formsOf(schema).flatMap((form) => form.items ?? [])
  const elements = [
    ...['0', '""', '{}'],
    ...items.flatMap((item) =>
      [false, true].map((isWrong) => JSON.stringify(filledTo(item, isWrong, { left: 500 }))),
    ),
  ]
  return [
    ...(types.includes('string')
      ? texts.map((unit) => ({ name: `a text of many ${unit}`, json: `"${fill(unit)}x"` }))
      : []),
    ...(types.includes('number') || types.includes('integer') ? numbers : []),
    ...(types.includes('array') ? elements : []).map((element) => ({
      name: `a list of many ${element.slice(0, 40)}`,
      json: `[${fill(`${element},`)}${element}]`,
    })),
    ...(types.includes('object')
      ? [{ name: 'unknown fields', json: `{${unknownFields(fill('a').length)}}` }]
      : []),
  ]
}

function unknownFields(bytes: number): string {
  return Array.from({ length: bytes / 12 }, (_, index) => `"a${index}":1`).join(',')
}

/** Fills a schema with as much as it allows or as fits; each value valid, or of a wrong type. */
function filledTo(schema: Schema, isWrong: boolean, room: { left: number }): unknown {
  const form = formsOf(schema)[0] ?? {}
  const type = [form.type].flat()[0]
  if (type === 'object') {
    const fields = Object.entries(form.properties ?? {}).map(([name, field]) => {
      room.left -= name.length + 4
      return [name, filledTo(field, isWrong, room)]
    })
    return Object.fromEntries(fields)
  }
  if (type === 'array') {
    const list = []
    while (room.left > 0 && list.length < (form.maxItems ?? 100_000)) {
      list.push(filledTo(form.items ?? {}, isWrong, room))
      room.left -= 2
    }
    return list
  }
  const value = isWrong ? false : plainValue(form)
  room.left -= JSON.stringify(value).length
  return value
}

function plainValue({ type, enum: words, const: word, format, maxLength = 20, minimum }: Schema) {
  if (words) return words[0]
  if (word !== undefined) return word
  if (type === 'boolean') return true
  if (type !== 'string') return Math.max(minimum ?? 1, 1)
  if (format === 'uuid') return '8b1a4f0e-6f0c-4e0e-9a53-1b6f8d3f7c11'
  if (format === 'date-time') return '2030-01-01T00:00:00.000Z'
  return format === 'date' ? '2030-01-01' : '1@b.co'.slice(0, maxLength)
}
