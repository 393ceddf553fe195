import { toMinor } from '@coinless/contract/money.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeLandlord, type TestUser } from '../../../test/support/make.ts'
import { Refusal } from '../../platform/refusals/refusal.ts'
import { outcomeOf } from '../idempotency-keys/outcomes.ts'
import { answerOf } from './answers.ts'
import { inSteps } from './idempotent.ts'

const server = testApp()
let owner: TestUser
beforeEach(async () => {
  owner = await makeLandlord(server)
})

const atOnce = <T>(work: () => Promise<T>) => work()

test('completes what a faster call with the key began, despite a late refusal', async () => {
  const idempotencyKey = { userId: owner.id, key: 'one', requestHash: Buffer.alloc(32) }
  const { database } = server
  const begin = async () => ({ id: 'begun' })
  let isFirst = true
  const refusedLate = answerOf(database, idempotencyKey, { isFoundByWork: false }, async () => {
    if (isFirst) {
      isFirst = false
      const cut = async () => {
        throw new Error('cut off')
      }
      await inSteps(database, idempotencyKey, atOnce, begin, cut).catch(() => undefined)
      throw new Refusal('balance_too_high', { max: toMinor(1) })
    }
    return inSteps(database, idempotencyKey, atOnce, begin, async (id) => ({ id }))
  })
  expect(await refusedLate).toEqual({ id: 'begun' })
  expect(await outcomeOf(database, owner, 'one')).toMatchObject({ outcome: 'done', id: 'begun' })
})

describe('a begun call', () => {
  const idempotencyKey = () => ({ userId: owner.id, key: 'one', requestHash: Buffer.alloc(32) })
  const declined = async () => {
    throw new Refusal('card_declined')
  }

  test('ends for good with a refusal of its own second step', async () => {
    const { database } = server
    for (const finish of [declined, async (id: string) => ({ id })]) {
      const answer = answerOf(database, idempotencyKey(), { isFoundByWork: false }, () =>
        inSteps<object>(database, idempotencyKey(), atOnce, async () => ({ id: 'begun' }), finish),
      )
      await expect(answer).rejects.toThrow(new Refusal('card_declined'))
    }
  })

  test('stays pending after a refusal that comes before its lookup', async () => {
    const { database } = server
    const lost = new Error('lost')
    await inSteps(
      database,
      idempotencyKey(),
      atOnce,
      async () => ({ id: 'begun' }),
      () => Promise.reject(lost),
    ).catch(() => undefined)
    const refused = answerOf(database, idempotencyKey(), { isFoundByWork: false }, declined)
    await expect(refused).rejects.toThrow(new Refusal('card_declined'))
    expect(await outcomeOf(database, owner, 'one')).toMatchObject({
      outcome: 'pending',
      id: 'begun',
    })
  })
})
