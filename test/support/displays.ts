import type { Readable } from 'node:stream'
import {
  type DisplayedRoom,
  displays,
  type WithDisplaySecret,
} from '@coinless/contract/displays.ts'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished } from 'vitest'
import type { TestApp } from './app.ts'
import type { TestUser } from './make.ts'

type Body = Pick<WithDisplaySecret, 'name' | 'language' | 'shows_people' | 'takes_payments'>

export const displayBody: Body = {
  ...{ name: 'TV by the door', language: 'en', shows_people: 'positions', takes_payments: false },
}

/** What tests of displays call. */
export function displayCalls(server: TestApp) {
  return {
    add: (as: TestUser, number: string, body: Partial<Body> = {}) =>
      server.call(displays.create, { as, params: { number }, body: { ...displayBody, ...body } }),
    end: (as: TestUser, number: string, { id }: { id: string }) =>
      server.call(displays.end, { as, params: { number, id } }),
    list: async (as: TestUser, number: string) =>
      (await server.call(displays.list, { as, params: { number } })).data,
    show: ({ secret }: Pick<WithDisplaySecret, 'secret'>) =>
      server.call(displays.show, { as: { token: secret } }),
  }
}

/** Newest room that a display has heard of, until the end of the test. */
export async function followDisplay(app: FastifyInstance, secret: string) {
  const response = await app.inject({
    url: `/api${displays.events.path}`,
    headers: { authorization: `Bearer ${secret}` },
    payloadAsStream: true,
  })
  const stream: Readable = response.stream()
  onTestFinished(() => void stream.destroy())
  const told: { room?: DisplayedRoom; events: number; hasEnded: boolean } = {
    ...{ events: 0, hasEnded: false },
  }
  stream.on('data', (part) => {
    const text = String(part)
    if (!text.startsWith('data: ')) return
    told.room = JSON.parse(text.slice(6))
    told.events += 1
  })
  stream.on('end', () => {
    told.hasEnded = true
  })
  await expect.poll(() => told.room).toBeDefined()
  return told
}
