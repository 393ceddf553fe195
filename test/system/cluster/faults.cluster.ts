import { open, rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signal } from '../../servers/patroni.ts'
import { ClusterLaundry } from './laundry.ts'

const minutes = 60_000
const long = { timeout: 8 * minutes }
const chunk = Buffer.alloc(64 * 1024)
const hangMs = 3_000
/** Number of refused payments that shows a full disk. */
const noticed = 20

async function fill(path: string) {
  const file = await open(path, 'w')
  try {
    for (;;) await file.write(chunk)
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
  } finally {
    await file.close()
  }
}

/** No replica acknowledges the last writes of the leader when its machine dies. */
async function dieAlone({ cluster }: ClusterLaundry) {
  const leader = await cluster.leader()
  const followers = await cluster.followers()
  signal(followers, 'SIGSTOP')
  await delay(hangMs)
  leader.patroni?.kill('SIGKILL')
  signal(await cluster.postgres(leader), 'SIGKILL')
  signal(followers, 'SIGCONT')
  return () => cluster.startPatroni(leader)
}

/** Patroni keeps a running leader that cannot write, so an admin has to switch over. */
async function fillDisk({ cluster, bank }: ClusterLaundry) {
  const { folder } = await cluster.leader()
  const ballast = join(folder, 'ballast')
  const before = bank.turnedAway
  await fill(ballast)
  await expect.poll(() => bank.turnedAway, { timeout: minutes }).toBeGreaterThan(before + noticed)
  await cluster.switchover()
  return () => rm(ballast)
}

let laundry: ClusterLaundry
beforeAll(async () => {
  laundry = await ClusterLaundry.make()
  await laundry.open()
}, 5 * minutes)
afterAll(() => laundry.stop(), 2 * minutes)

test('loses no call in a planned switchover', long, async () => {
  const { turnedAway } = await laundry.measure('switchover on purpose', async () => {
    await laundry.cluster.switchover()
    return undefined
  })
  expect(turnedAway).toBe(0)
})

test("the leader's PostgreSQL is killed", long, () =>
  laundry.measure('PostgreSQL killed', async () => {
    const { cluster } = laundry
    const [postmaster = 0] = await cluster.postgres(await cluster.leader())
    signal([postmaster], 'SIGKILL')
    return undefined
  }),
)

test("the leader's Patroni is killed", long, () =>
  laundry.measure('Patroni killed', async () => {
    const leader = await laundry.cluster.leader()
    leader.patroni?.kill('SIGKILL')
    return () => laundry.cluster.startPatroni(leader)
  }),
)

test("the leader's machine dies", long, () =>
  laundry.measure('both killed', async () => {
    const { cluster } = laundry
    const leader = await cluster.leader()
    leader.patroni?.kill('SIGKILL')
    signal(await cluster.postgres(leader), 'SIGKILL')
    return () => cluster.startPatroni(leader)
  }),
)

test("the leader's machine dies while its replicas hang", long, () =>
  laundry.measure('both killed while replicas hang', () => dieAlone(laundry)),
)

test("the leader's PostgreSQL hangs", long, () =>
  laundry.measure('PostgreSQL frozen', async () => {
    const { cluster } = laundry
    const pids = await cluster.postgres(await cluster.leader())
    signal(pids, 'SIGSTOP')
    return async () => signal(pids, 'SIGCONT')
  }),
)

test("the leader's machine hangs, and wakes up again", long, () =>
  laundry.measure('both frozen', async () => {
    const { cluster } = laundry
    const leader = await cluster.leader()
    const pids = [leader.patroni?.pid ?? 0, ...(await cluster.postgres(leader))]
    signal(pids, 'SIGSTOP')
    return async () => signal(pids, 'SIGCONT')
  }),
)

test("the leader's disk is full, and an admin switches over", long, () =>
  laundry.measure('disk full', () => fillDisk(laundry)),
)

test(
  'what was acknowledged is there, once, and nothing else, and the ledger adds up',
  long,
  async () => {
    expect(await laundry.close()).toEqual({ lost: 0, unknown: 0 })
    console.log(`Load of the last minutes: ${loadavg().map((each) => each.toFixed(1))}`)
  },
)
