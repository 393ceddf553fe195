import type { Readable } from 'node:stream'
import { cycles, type LiveEvent } from '@coinless/contract/cycles.ts'
import { limits } from '@coinless/contract/limits.ts'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished } from 'vitest'
import type { Changes } from '../../server/platform/messaging/changes.ts'
import type { TestUser } from './make.ts'

/** Opens a live stream of machines. */
export async function openLivePage(
  app: FastifyInstance,
  { token }: TestUser,
  query: Record<string, string>,
) {
  const response = await app.inject({
    url: `/api/${cycles.events.path.slice(1)}`,
    query,
    headers: { authorization: `Bearer ${token}` },
    payloadAsStream: true,
  })
  const stream: Readable = response.stream()
  return { response, stream }
}

/** Newest state of each thing in a live stream, until the end of the test. */
export async function followPage(
  app: FastifyInstance,
  as: TestUser,
  query: Record<string, string>,
) {
  const { stream } = await openLivePage(app, as, query)
  onTestFinished(() => void stream.destroy())
  const told: Partial<LiveEvent> = {}
  stream.on('data', (part) => {
    const text = String(part)
    if (text.startsWith('data: ')) Object.assign(told, JSON.parse(text.slice(6)))
  })
  await expect.poll(() => Object.keys(told)).not.toEqual([])
  return told
}

/** Expects the action to cause a notification, before the next heartbeat. */
export async function expectNotification(
  changes: Changes,
  id: string,
  act: () => Promise<unknown>,
) {
  const heard: (string | null)[] = []
  const end = changes.listen((change) => void heard.push(change.id))
  await act()
  await expect.poll(() => heard, { timeout: limits.eventBeatSeconds * 500 }).toContain(id)
  end()
}
