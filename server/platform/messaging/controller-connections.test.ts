import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { idleState } from '../../../test/servers/idle-state.ts'
import { testApp } from '../../../test/support/app.ts'
import type { Server } from '../../http/request/server.ts'
import type {
  ControllerConnections,
  ControllerMessage,
  ServerMessage,
} from './controller-connections.ts'
import { askedAt, isAbout, questionId } from './question-id.ts'

const server = testApp()
let other: Server
beforeAll(async () => {
  other = await server.anotherServer()
  return () => other.app.close()
})

/** Connects a controller that answers questions or only listens. */
function connect(connections: ControllerConnections, id: string, answers = true) {
  const told: ServerMessage[] = []
  const ended: number[] = []
  const disconnect = connections.connect(id, {
    send: (message) => {
      told.push(message)
      if (answers) void connections.receive(id, { ...idleState, question: message.id })
    },
    end: (code) => void ended.push(code),
  })
  return { told, ended, disconnect }
}

const start = (): ServerMessage => ({
  type: 'start',
  id: randomUUID(),
  channel: 1,
  deadline: Date.now() + 9000,
  seconds: 60,
})

describe('a controller', () => {
  test('gets messages and questions through the server that it is connected to', async () => {
    const [here, there] = [randomUUID(), randomUUID()]
    const [one, two] = [connect(server.parts.connections, here), connect(other.connections, there)]
    for (const [id, { told }] of [
      [here, one],
      [there, two],
    ] as const) {
      const message = start()
      server.parts.connections.send(id, message)
      await expect.poll(() => told).toEqual([message])
      expect(await server.parts.connections.ask(id, 1, null)).toMatchObject({ running: false })
    }
  })

  test('gets no message that was sent before it connected', async () => {
    const id = randomUUID()
    server.parts.connections.send(id, start())
    other.connections.send(id, start())
    // After these answers each server has received the earlier messages.
    const [here, there] = [randomUUID(), randomUUID()]
    connect(server.parts.connections, here)
    connect(other.connections, there)
    expect(await server.parts.connections.ask(there, 1, null)).not.toBeNull()
    expect(await other.connections.ask(here, 1, null)).not.toBeNull()
    const { told } = connect(server.parts.connections, id)
    expect(await other.connections.ask(id, 1, null)).not.toBeNull()
    expect(told.map(({ type }) => type)).toEqual(['ask'])
  })

  test('returns null after three seconds without an answer', async () => {
    const id = randomUUID()
    connect(other.connections, id, false)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const answer = server.parts.connections.ask(id, 1, null)
      vi.advanceTimersByTime(2999)
      vi.advanceTimersByTime(1)
      expect(await answer).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  test('is asked once for concurrent identical questions, on any server', async () => {
    const id = randomUUID()
    const { told } = connect(other.connections, id, false)
    const all = [1, 1, 1, 2].map((channel) => server.parts.connections.ask(id, channel, null))
    await expect.poll(() => told.length).toBe(2)
    const [first, second] = told
    await other.connections.receive(id, { ...idleState, question: first?.id ?? '', sequence: 7 })
    await other.connections.receive(id, {
      ...idleState,
      question: second?.id ?? '',
      channel: 2,
      sequence: 8,
    })
    const answers = await Promise.all(all)
    expect(answers.map((answer) => answer?.sequence)).toEqual([7, 7, 7, 8])
    const later = server.parts.connections.ask(id, 1, null)
    await expect.poll(() => told.length).toBe(3)
    await other.connections.receive(id, { ...idleState, question: told[2]?.id ?? '', sequence: 9 })
    expect(await later).toMatchObject({ sequence: 9 })
  })

  test('cannot answer for another controller or channel', async () => {
    const [asked, liar] = [randomUUID(), randomUUID()]
    const { told } = connect(other.connections, asked, false)
    const answer = server.parts.connections.ask(asked, 1, null)
    await expect.poll(() => told.length).toBe(1)
    const question = told[0]?.id ?? ''
    await server.parts.connections.receive(liar, { ...idleState, question })
    await server.parts.connections.receive(asked, { ...idleState, question, channel: 2 })
    await server.parts.connections.receive(asked, { ...idleState, question, sequence: 7 })
    expect(await answer).toMatchObject({ sequence: 7 })
  })

  test('closes its earlier connection when it reconnects to any server', async () => {
    const id = randomUUID()
    const first = connect(server.parts.connections, id)
    expect(await other.connections.ask(id, 1, null)).not.toBeNull()
    const second = connect(other.connections, id)
    await expect.poll(() => first.ended).toEqual([4409])
    const third = connect(other.connections, id)
    expect(second.ended).toEqual([4409])
    second.disconnect()
    expect(await server.parts.connections.ask(id, 1, null)).not.toBeNull()
    expect([third.ended, third.told.length]).toEqual([[], 1])
  })

  test('keeps one connection if it connects to two servers at once', async () => {
    for (let round = 0; round < 20; round++) {
      const id = randomUUID()
      const both = [connect(server.parts.connections, id), connect(other.connections, id)]
      const open = () => both.filter(({ ended }) => ended.length === 0).length
      await expect.poll(open).toBe(1)
      expect(await server.parts.connections.ask(id, 1, null)).not.toBeNull()
      expect(open()).toBe(1)
    }
  })

  test('is disconnected by any server when its credential ends', async () => {
    const id = randomUUID()
    const { ended } = connect(other.connections, id)
    server.parts.connections.end(id, 4401)
    await expect.poll(() => ended).toEqual([4401])
  })

  test('is heard by the server that it is connected to', async () => {
    const heard: [string, ControllerMessage][] = []
    other.connections.onMessage(async (id, message) => void heard.push([id, message]))
    const id = randomUUID()
    const message = { ...idleState, question: null }
    await other.connections.receive(id, message)
    expect(heard).toEqual([[id, message]])
  })
})

test('encodes the start and time in a question about a start only', () => {
  const [at, start] = [Date.now(), randomUUID()]
  const question = questionId(at, start)
  expect(z.uuid().parse(question)).toBe(question)
  expect(askedAt(question)).toBe(at)
  expect([isAbout(question, start), isAbout(question, randomUUID())]).toEqual([true, false])
  expect([askedAt(randomUUID()), askedAt(null)]).toEqual([null, null])
})

describe('a device change', () => {
  test('reaches every server once, also for many devices', async () => {
    const [here, there] = [new Map<string, number>(), new Map<string, number>()]
    const count =
      (counts: Map<string, number>) =>
      ({ id }: { id: string | null }) =>
        void counts.set(`${id}`, (counts.get(`${id}`) ?? 0) + 1)
    const ends = [server.parts.changes.listen(count(here)), other.changes.listen(count(there))]
    const ids = Array.from({ length: 1000 }, () => randomUUID())
    for (const deviceId of ids) server.parts.changes.publish({ deviceId })
    expect(here).toEqual(new Map(ids.map((id) => [id, 1])))
    await expect.poll(() => there).toEqual(here)
    for (const end of ends) end()
    server.parts.changes.publish({ deviceId: 'more' })
    expect(here.size).toBe(1000)
  })

  test('is reported as unknown after a lost connection, then by device again', async () => {
    const heard: (string | null)[] = []
    const end = other.changes.listen(({ id }) => void heard.push(id))
    await server.asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await expect.poll(() => heard).toContain(null)
    server.parts.changes.publish({ deviceId: 'after' })
    await expect.poll(() => heard).toContain('after')
    end()
  })
})
