import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

const keyOf = (item: string) => item.charAt(0)

test('batches concurrent items and returns each its own result', async () => {
  const batches: string[][] = []
  const ask = inBatches(keyOf, async (items: string[]) => {
    batches.push(items)
    return items.map((item) => `did ${item}`)
  })
  expect(await Promise.all(['a', 'b', 'c'].map(ask))).toEqual(['did a', 'did b', 'did c'])
  expect(batches).toEqual([['a', 'b', 'c']])
})

test('processes items of one key in order', async () => {
  const batches: string[][] = []
  const ask = inBatches(keyOf, async (items: string[]) => {
    batches.push(items)
    return items
  })
  const asked = ['a1', 'b1', 'a2', 'a3', 'c1']
  expect(await Promise.all(asked.map(ask))).toEqual(asked)
  expect(batches).toEqual([['a1', 'b1', 'c1'], ['a2'], ['a3']])
})

test('runs one batch at a time', async () => {
  let atWork = 0
  let most = 0
  const ask = inBatches(String, async (items: number[]) => {
    most = Math.max(most, ++atWork)
    await new Promise(setImmediate)
    atWork--
    return items
  })
  const many = Array.from({ length: 1200 }, (_, n) => n)
  expect(await Promise.all(many.map(ask))).toEqual(many)
  expect(most).toBe(1)
})

test('rejects every item of a failed batch, and no later item', async () => {
  let isBroken = true
  const ask = inBatches(keyOf, async (items: string[]) => {
    if (isBroken) throw new Error('no database')
    return items
  })
  const results = await Promise.allSettled(['a', 'b'].map(ask))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await ask('a')).toBe('a')
})
