import assert from 'node:assert/strict'

type Event = Record<string, string>

/** Reads an iCalendar file as strictly as RFC 5545 says. */
export function eventsIn(file: string): Event[] {
  assert.doesNotMatch(file, /(?<!\r)\n|\r(?!\n)/)
  for (const line of file.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  const lines = file.replaceAll('\r\n ', '').split('\r\n')
  assert.equal(lines.shift(), 'BEGIN:VCALENDAR')
  assert.equal(lines.filter(Boolean).pop(), 'END:VCALENDAR')
  const parts = lines.join('\r\n').split('\r\nBEGIN:VEVENT\r\n').slice(1)
  return parts.map((part) => {
    const [event = ''] = part.split('\r\nEND:VEVENT\r\n')
    const properties = event.split('\r\n').map(propertyIn)
    assert.equal(new Set(properties.map(([name]) => name)).size, properties.length, event)
    return Object.fromEntries(properties)
  })
}

function propertyIn(line: string): [string, string] {
  const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]+)?:(.*)$/.exec(line) ?? []
  assert.notEqual(name, '', line)
  // Commas and semicolons in a text are escaped.
  if (name !== 'URL') assert.doesNotMatch(value, /(?<!\\)[,;]/)
  return [name, value.replace(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped))]
}
