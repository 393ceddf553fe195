import { expect, test } from 'vitest'
import { Workers } from './workers.ts'

/** Workers on numbers from 1, each in progress until it is ended. */
function working(count: number, atOnce = 3) {
  const waiting = Array.from({ length: count }, (_, n) => n + 1)
  const begun = new Map<number, PromiseWithResolvers<void>>()
  const failures: unknown[] = []
  const workers = new Workers<number>({
    atOnce,
    claim: async (free) => waiting.splice(0, free),
    work: (each) => {
      const work = Promise.withResolvers<void>()
      begun.set(each, work)
      return work.promise
    },
    failed: (error, each) => failures.push([error, each]),
  })
  return { workers, begun, failures, waiting }
}

test('replaces each item that ends, while a slow one continues', async () => {
  const { workers, begun } = working(5)
  await workers.run()
  expect([...begun.keys()]).toEqual([1, 2, 3])
  begun.get(2)?.resolve()
  await expect.poll(() => [...begun.keys()]).toEqual([1, 2, 3, 4])
  expect(workers.isIdle).toBe(false)
  for (const each of [3, 4]) begun.get(each)?.resolve()
  await expect.poll(() => begun.has(5)).toBe(true)
  for (const each of [1, 5]) begun.get(each)?.resolve()
  await workers.rest()
  expect(workers.isIdle).toBe(true)
})

test('continues with others after an error, which it reports', async () => {
  const { workers, begun, failures } = working(2, 1)
  await workers.run()
  const lost = new Error('lost')
  begun.get(1)?.reject(lost)
  await expect.poll(() => begun.has(2)).toBe(true)
  expect(failures).toEqual([[lost, 1]])
  begun.get(2)?.resolve()
  await workers.rest()
})

test('claims nothing more once stopped, and waits for the work in progress', async () => {
  const { workers, begun, waiting } = working(4)
  await workers.run()
  let isStopped = false
  const stopping = workers.stop().then(() => {
    isStopped = true
  })
  begun.get(1)?.resolve()
  await begun.get(1)?.promise
  expect([isStopped, waiting]).toEqual([false, [4]])
  for (const work of begun.values()) work.resolve()
  await stopping
  await workers.run()
  expect(waiting).toEqual([4])
})

test('waits for the work in progress although a claim fails while it stops', async () => {
  const lost = Promise.withResolvers<number[]>()
  const work = Promise.withResolvers<void>()
  let claims = 0
  const workers = new Workers<number>({
    atOnce: 2,
    claim: async () => (++claims === 1 ? [1] : lost.promise),
    work: () => work.promise,
    failed: () => {},
  })
  const running = workers.run()
  await expect.poll(() => claims).toBe(2)
  let isStopped = false
  const stopping = workers.stop().then(() => {
    isStopped = true
  })
  lost.reject(new Error('lost'))
  await expect(running).rejects.toThrow('lost')
  expect(isStopped).toBe(false)
  work.resolve()
  await stopping
})
