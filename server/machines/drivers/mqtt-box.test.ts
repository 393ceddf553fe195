import { randomUUID } from 'node:crypto'
import { protocol } from '@coinless/contract/controller-protocol.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeMetrics } from '../../http/observability/metrics.ts'
import { MqttBox } from './mqtt-box.ts'
import { PresenceWriter } from './presence-writer.ts'

const server = testApp()
afterEach(() => void vi.useRealTimers())

function makeBox() {
  const asked: string[] = []
  const id = randomUUID()
  const broker = {
    publish: (topic: string) => asked.push(topic.replace(id, 'box')) > 0,
    cut: () => {},
    stop: () => {},
  }
  const { app, ...parts } = server.parts
  const its = {
    ...parts,
    metrics: makeMetrics(),
    log: app.log,
    presenceWriter: new PresenceWriter(parts),
  }
  return { asked, box: new MqttBox(its, id, broker, () => {}) }
}

test('asks a box only once until it answers, for any number of polls', async () => {
  const { asked, box } = makeBox()
  const once = ['coinless/box/rpc', 'coinless/box/cmnd/STATUS']
  for (let n = 0; n < 5; n++) box.poll()
  await expect.poll(() => asked).toEqual(once)
  box.hear('tele/LWT', Buffer.from('Online'))
  expect(asked).toEqual(once)
  await box.end(1001)
})

test('asks a box once more after the current question when it comes online', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { asked, box } = makeBox()
  const isOver = () => vi.advanceTimersByTimeAsync(protocol.answerSeconds * 1000)
  box.poll()
  await isOver()
  expect(asked).toHaveLength(2)
  box.poll()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveLength(4)
  box.hear('tele/LWT', Buffer.from('Online'))
  await isOver()
  expect(asked).toHaveLength(6)
  await isOver()
  expect(asked).toHaveLength(6)
  await box.end(1001)
})

test('asks a long-silent box every five minutes, and at once when it sends a message', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { asked, box } = makeBox()
  const rounds: number[] = []
  for (let round = 0; round < 61; round++) {
    asked.length = 0
    box.pollAgain()
    await vi.advanceTimersByTimeAsync(protocol.answerSeconds * 1000)
    if (asked.length > 0) rounds.push((round * protocol.pingSeconds) / 60)
  }
  expect(rounds).toEqual([0, 1 / 3, 1, 7 / 3, 5, 10, 15, 20])
  for (const [topic, text] of [
    ['tele/LWT', 'Online'],
    ['events/rpc', '{"method":"NotifyStatus","params":{}}'],
  ] as const) {
    asked.length = 0
    box.hear(topic, Buffer.from(text))
    await vi.advanceTimersByTimeAsync(protocol.answerSeconds * 1000)
    expect(asked).toHaveLength(2)
  }
  await box.end(1001)
})
