import { bulkChanges } from '@coinless/contract/bulk-changes.ts'
import { prepaidCodeBatches } from '@coinless/contract/prepaid-code-batches.ts'
import { prepaidCodes } from '@coinless/contract/prepaid-codes.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  lockAccount,
  lockSession,
  lockSessionNowait,
  yieldToExclusive,
} from '../../server/http/request/account-lock.ts'
import { locks } from '../../server/platform/database/locks.ts'
import { generateCode } from '../../server/platform/secrets/code-text.ts'
import { answered, testApp } from '../support/app.ts'
import { makeKey } from '../support/keys.ts'
import { makeLandlord, type TestUser } from '../support/make.ts'
import { makeStaff } from '../support/staff.ts'
import { waitingForLocks } from '../support/waiting.ts'

const server = testApp()

async function makeOwner() {
  const owner = await makeLandlord(server)
  const key = await makeKey(server, owner)
  return { owner, key, caller: { id: owner.id, session_id: key.id } }
}

/** A transaction that stays open after its work until the test ends it. */
async function open(work: (transaction: typeof server.database) => Promise<unknown>) {
  const begun = Promise.withResolvers<void>()
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const ended = server.database.transaction().execute(async (transaction) => {
    await work(transaction)
    begun.resolve()
    await promise
  })
  await Promise.race([begun.promise, ended])
  return { end, ended }
}

async function untilWaiting(count: number) {
  while ((await waitingForLocks(server)) < count) await new Promise(setImmediate)
}

const endSession = (id: string) =>
  server.database
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()

test('grants an exclusive lock of an account before later shared locks', async () => {
  const { owner, caller } = await makeOwner()
  const order: string[] = []
  const first = await open((transaction) => lockSession(transaction, caller))
  const alone = server.database.transaction().execute(async (transaction) => {
    await lockAccount(transaction, owner.id)
    order.push('alone')
  })
  await untilWaiting(1)
  const later = server.database.transaction().execute(async (transaction) => {
    await lockSession(transaction, caller)
    order.push('shared later')
  })
  await untilWaiting(2)
  first.end()
  await Promise.all([first.ended, alone, later])
  expect(order).toEqual(['alone', 'shared later'])
})

test.each([
  ['issuing a batch', prepaidCodeBatches.create, { codes: 3, balance: 1 }],
  ['disabling a batch', prepaidCodeBatches.disable, { codes: 2 }],
  ['topping up a batch', prepaidCodeBatches.topUp, { codes: 2, amount: 1 }],
  ['importing codes', prepaidCodes.import, { rows: [{ code: generateCode(), balance: 1 }] }],
] as const)(
  'does not block the account while %s, and stops when its session ends',
  async (_, endpoint, facts) => {
    const { owner, key } = await makeOwner()
    const { id } = await server.call(prepaidCodeBatches.create, {
      as: owner,
      body: { codes: 2, balance: 1 },
    })
    // Locks that each of these calls waits for in the middle of its work.
    const stuck = await open(async (transaction) => {
      const made = sql.lit(locks.quota)
      await sql`select pg_advisory_xact_lock(${made}, hashtext(${owner.id}))`.execute(transaction)
      await sql`select from prepaid_codes where batch_id = ${id} for update`.execute(transaction)
    })
    const working = answered(server.app, endpoint, key, {
      ...('id' in endpoint.params.shape && { params: { id } }),
      body: facts,
      idempotencyKey: 'one',
    })
    await untilWaiting(1)
    await server.database.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = '2s'`.execute(transaction)
      await lockAccount(transaction, owner.id)
    })
    await endSession(key.id)
    stuck.end()
    await stuck.ended
    expect((await working).status).toBe(401)
    const { dollars } = await server.database
      .selectFrom('prepaid_codes')
      .select((all) => all.fn.sum<string>('balance').as('dollars'))
      .where('user_id', '=', owner.id)
      .where('disabled', '=', false)
      .executeTakeFirstOrThrow()
    expect(Number(dollars)).toBe(2)
  },
)

test('repeats long work if the account changes before it ends', async () => {
  const { owner, caller } = await makeOwner()
  let tries = 0
  const changing = Promise.withResolvers<Awaited<ReturnType<typeof open>>>()
  const done = await yieldToExclusive(server.database, caller, () =>
    server.database.transaction().execute(async (transaction) => {
      tries++
      if (tries === 1) changing.resolve(await open((other) => lockAccount(other, owner.id)))
      try {
        await lockSessionNowait(transaction, caller)
      } finally {
        const { end, ended } = await changing.promise
        end()
        await ended
      }
      return 'done'
    }),
  )
  expect([done, tries]).toEqual(['done', 2])
})

test('runs one long call per account at a time, concurrently with other accounts', async () => {
  const [{ caller }, other] = [await makeOwner(), await makeOwner()]
  const order: string[] = []
  const end = Promise.withResolvers<void>()
  const work = (name: string) => async () => {
    order.push(`${name} begins`)
    if (name === 'first') await end.promise
    order.push(`${name} ends`)
  }
  const first = yieldToExclusive(server.database, caller, work('first'))
  const second = yieldToExclusive(server.database, caller, work('second'))
  await yieldToExclusive(server.database, other.caller, work('other'))
  end.resolve()
  await Promise.all([first, second])
  const ofCaller = order.filter((step) => !step.startsWith('other'))
  expect(ofCaller).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

test('takes the shared lock first after long work was repeated a few times', async () => {
  const { owner, caller } = await makeOwner()
  let tries = 0
  const done = await yieldToExclusive(server.database, caller, (begin) =>
    server.database.transaction().execute(async (transaction) => {
      tries++
      await begin(transaction)
      const alone = open((other) => lockAccount(other, owner.id))
      await Promise.race([alone, untilWaiting(1)])
      try {
        await lockSessionNowait(transaction, caller)
      } finally {
        void alone.then(({ end }) => end())
      }
      return 'done'
    }),
  )
  expect([done, tries]).toEqual(['done', 4])
})

test('gives each user one place in the queue of an account for long work', async () => {
  const { owner, caller } = await makeOwner()
  const member = await makeStaff(server, owner, 'manager')
  const acting = {
    id: member.id,
    membership_id: member.membershipId,
    role: 'manager',
    places: null,
  } as const
  const ofMember = { id: owner.id, session_id: member.sessionId, acting }
  const order: string[] = []
  const end = Promise.withResolvers<void>()
  const work = (name: string) => async () => {
    order.push(name)
    await end.promise
  }
  const ofStaff = ['one', 'two', 'three'].map((name) =>
    yieldToExclusive(server.database, ofMember, work(name)),
  )
  while (order.length === 0) await new Promise(setImmediate)
  const ofOwner = yieldToExclusive(server.database, caller, work('owner'))
  end.resolve()
  await Promise.all([...ofStaff, ofOwner])
  expect(order).toEqual(['one', 'owner', 'two', 'three'])
})

describe('under constant exclusive locks of the account', () => {
  async function occupied(work: (owner: TestUser) => Promise<unknown>) {
    const owner = await makeLandlord(server, { email_verified: true })
    let isOver = false
    const occupy = async () => {
      while (!isOver) {
        await server.database.transaction().execute(async (transaction) => {
          await lockAccount(transaction, owner.id)
          await sql`select pg_sleep(0.02)`.execute(transaction)
        })
      }
    }
    const occupying = [occupy(), occupy(), occupy()]
    try {
      await work(owner)
    } finally {
      isOver = true
      await Promise.all(occupying)
    }
  }

  test.each([undefined, 'one'])('issues a batch with the key %s', (idempotencyKey) =>
    occupied(async (as) => {
      const body = { codes: 3, balance: 1 }
      const answer = await answered(server.app, prepaidCodeBatches.create, as, {
        body,
        ...(idempotencyKey && { idempotencyKey }),
      })
      expect(answer.status).toBe(201)
    }),
  )

  test('plans a bulk change', () =>
    occupied(async (as) => {
      const body = { chosen: { filter: {} }, set: { disabled: true } }
      const { planned } = await server.call(bulkChanges.planForCodes, { as, body })
      expect(planned).toBe(0)
    }))
})
