import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'

/** A queue whose work ends when the test releases it. */
function queueOf(most: { atOnce: number; waiting: number; waitingOfOne: number }) {
  const inTurn = fairQueue(most)
  const done: string[] = []
  let release = () => {}
  return {
    done,
    add: (name: string, groups: string[], cost = 1) =>
      inTurn({ groups, cost }, async () => {
        await new Promise<void>((resolve) => {
          release = resolve
        })
        done.push(name)
      }).catch(() => {
        done.push(`${name} refused`)
      }),
    async finish() {
      for (let n = 0; n < 40; n++) {
        release()
        await setImmediate()
      }
    },
  }
}

const roomy = { atOnce: 1, waiting: 10, waitingOfOne: 5 }

test('alternates between accounts when one of them sends many calls', async () => {
  const { add, done, finish } = queueOf(roomy)
  for (const name of ['a1', 'a2', 'a3', 'a4']) void add(name, ['home', 'a'])
  void add('b1', ['home', 'b'])
  await finish()
  expect(done).toEqual(['a1', 'b1', 'a2', 'a3', 'a4'])
})

test('alternates between networks when one of them has many accounts', async () => {
  const { add, done, finish } = queueOf(roomy)
  for (const name of ['a', 'b', 'c', 'd']) void add(name, ['flat', name])
  void add('e', ['home', 'e'], 100)
  await finish()
  expect(done).toEqual(['a', 'e', 'b', 'c', 'd'])
})

test('runs cheap work first among accounts with equal usage', async () => {
  const { add, done, finish } = queueOf(roomy)
  for (const [name, cost] of [['a', 9] as const, ['b', 9] as const, ['c', 1] as const]) {
    void add(name, ['home', name], cost)
  }
  await finish()
  expect(done).toEqual(['a', 'c', 'b'])
})

test('refuses work above the share of one account', async () => {
  const { add, done, finish } = queueOf({ ...roomy, waitingOfOne: 2 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) void add(name, ['home', 'a'])
  void add('b1', ['home', 'b'])
  await finish()
  expect(done).toEqual(['a4 refused', 'a1', 'b1', 'a2', 'a3'])
})

test('refuses the work that is last in order when the queue is full', async () => {
  const { add, done, finish } = queueOf({ ...roomy, waiting: 2 })
  for (const name of ['a', 'b', 'c']) void add(name, ['home', name], 9)
  void add('d', ['home', 'd'], 1)
  await finish()
  expect(done).toHaveLength(4)
  expect(done.slice(1)).toContain('d')
  expect(done.filter((name) => name.endsWith(' refused'))).toHaveLength(1)
  expect(done).not.toContain('d refused')
})
