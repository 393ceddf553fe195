import { type Calendar, calendars } from '@coinless/contract/calendars.ts'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import type { TestUser } from './make.ts'

type Event = Record<string, string>

/** What tests of calendars call. */
export function calendarCalls(server: TestApp) {
  return {
    create: (as: TestUser, idempotencyKey?: string) =>
      server.call(calendars.create, { as, ...(idempotencyKey && { idempotencyKey }) }),
    calendarOf: (as: TestUser): Promise<Calendar | null> => server.call(calendars.get, { as }),
    end: (as: TestUser) => server.call(calendars.end, { as }),
    fetch: async ({ secret }: { secret: string }) =>
      eventsIn(await server.call(calendars.feed, { params: { secret } })),
    isRefused: async ({ secret }: { secret: string }) =>
      (await server.app.inject({ url: `/api/calendars/${secret}` })).statusCode === 404,
  }
}

/** Reads an iCalendar file as strictly as RFC 5545 says. */
export function eventsIn(file: string): Event[] {
  expect(file).not.toMatch(/(?<!\r)\n|\r(?!\n)/)
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const lines = file.replaceAll('\r\n ', '').split('\r\n')
  expect(lines.shift()).toBe('BEGIN:VCALENDAR')
  expect(lines.filter(Boolean).pop()).toBe('END:VCALENDAR')
  const parts = lines.join('\r\n').split('\r\nBEGIN:VEVENT\r\n').slice(1)
  return parts.map((part) => {
    const [event = ''] = part.split('\r\nEND:VEVENT\r\n')
    const properties = event.split('\r\n').map(propertyIn)
    expect(new Set(properties.map(([name]) => name)).size).toBe(properties.length)
    return Object.fromEntries(properties)
  })
}

function propertyIn(line: string): [string, string] {
  const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]+)?:(.*)$/.exec(line) ?? []
  expect(name, line).not.toBe('')
  // Commas and semicolons in a text are escaped.
  if (name !== 'URL') expect(value).not.toMatch(/(?<!\\)[,;]/)
  return [name, value.replace(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped))]
}
