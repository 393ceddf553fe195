import { type Calendar, calendars } from '@coinless/contract/calendars.ts'
import type { TestApp } from './app.ts'
import { eventsIn } from './calendar-events.ts'
import type { TestUser } from './make.ts'

/** What tests of calendars call. */
export function calendarCalls(server: TestApp) {
  return {
    create: (as: TestUser, idempotencyKey?: string) =>
      server.call(calendars.create, { as, ...(idempotencyKey && { idempotencyKey }) }),
    calendarOf: (as: TestUser): Promise<Calendar | null> => server.call(calendars.get, { as }),
    end: (as: TestUser) => server.call(calendars.end, { as }),
    fetch: async ({ secret }: { secret: string }) =>
      eventsIn(await server.call(calendars.feed, { params: { feed_secret: secret } })),
    isRefused: async ({ secret }: { secret: string }) =>
      (await server.app.inject({ url: `/api/calendars/${secret}` })).statusCode === 404,
  }
}
