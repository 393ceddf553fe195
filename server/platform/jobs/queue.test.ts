import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import {
  beginOutage,
  claimJobs,
  dropping,
  endOutage,
  enqueue,
  isProbeDue,
  type Queue,
} from './queue.ts'

const server = testApp()
beforeEach(() => server.asOwner('delete from jobs; delete from job_outages'))

const common = { atOnce: 10, pause: { seconds: 10, longest: 300 }, longestSeconds: 360 }
const queues: Queue[] = [
  { ...common, name: 'mails', lease: 60 },
  { ...common, name: 'pushes', lease: 'once' },
]

const add = (queue: Queue, minutes = 60) =>
  enqueue(server.database, queue, {
    id: randomUUID(),
    sealed: Buffer.from('sealed'),
    expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
  })

const claim = (queue: Queue, free = 10) => claimJobs(server.database, queue, free)

async function waiting() {
  return (await server.database.selectFrom('jobs').select('due_at').execute()).length
}

async function drop(queue: Queue) {
  const { rows } = await dropping(queue).execute(server.database)
  return rows.length
}

describe.each(queues)('queue $name', (queue) => {
  const other = queues.find((each) => each !== queue) as Queue

  test('gives each job to one of several servers, and none of another queue', async () => {
    for (let n = 0; n < 12; n++) await add(queue)
    await add(other)
    const claimed = await Promise.all([1, 2, 3].map(() => claim(queue, 5)))
    const ids = claimed.flat().map(({ id }) => id)
    expect(ids).toHaveLength(12)
    expect(new Set(ids).size).toBe(12)
    expect(await waiting()).toBe(queue.lease === 'once' ? 1 : 13)
  })

  test('prefers jobs with the fewest attempts', async () => {
    await add(queue)
    await server.asOwner(`update jobs set attempts = 3, due_at = now() - interval '1 hour'`)
    await add(queue)
    expect((await claim(queue, 1))[0]?.attempts).toBe(queue.lease === 'once' ? 0 : 1)
    expect((await claim(queue, 1))[0]?.attempts).toBe(queue.lease === 'once' ? 3 : 4)
  })

  test('has a job due at once when the clock was set back', async () => {
    await add(queue)
    await server.asOwner(`update jobs set due_at = now() + interval '5 minutes'`)
    expect(await claim(queue)).toHaveLength(0)
    await server.asOwner(`update jobs set due_at = now() + interval '1 day'`)
    expect(await claim(queue)).toHaveLength(1)
  })

  test('drops expired jobs, during an outage too, but none in progress', async () => {
    await add(queue, -1)
    await add(queue, 1)
    await beginOutage(server.database, queue)
    expect([await drop(queue), await waiting()]).toEqual([1, 1])
    await server.asOwner(`update jobs set expires_at = now(), attempts = 1,
      due_at = now() + interval '1 minute'`)
    expect([await claim(queue), await drop(queue)]).toEqual([[], 0])
  })

  test('tries one job at a time during an outage, after pauses that failures at the same time do not prolong', async () => {
    for (let n = 0; n < 3; n++) await add(queue)
    const pauses: number[] = []
    for (let n = 0; n < 7; n++) {
      await Promise.all([1, 2].map(() => beginOutage(server.database, queue)))
      expect([await claim(queue), await isProbeDue(server.database, queue)]).toEqual([[], false])
      const { rows } = await sql<{ pause: number }>`
        select round(extract(epoch from next_attempt_at - now()))::integer as pause from job_outages`.execute(
        server.database,
      )
      pauses.push(rows[0]?.pause ?? 0)
      await server.asOwner('update job_outages set next_attempt_at = now()')
    }
    expect(pauses).toEqual([10, 20, 40, 80, 160, 300, 300])
    expect(await isProbeDue(server.database, queue)).toBe(true)
    // Nothing more on a server that already tries one.
    expect(await claim(queue, 9)).toEqual([])
    expect(await claim(queue)).toMatchObject([{ is_probe: true }])
    await endOutage(server.database, queue)
    expect(await claim(queue)).toHaveLength(2)
  })
})
