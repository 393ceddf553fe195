import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withEmbedded } from '../../server/operations/embedded-postgres/embedded.ts'
import { connect } from '../../server/platform/database/connection.ts'
import { Bank, bankProgram } from '../support/bank.ts'
import { asUsed } from '../support/used-folder.ts'

/** BANK_KILLS: number of kills of the server or its database; 30 in `npm run test:long`. */
const kills = Number(process.env.BANK_KILLS ?? 4)
const paymentsBetweenKills = Number(process.env.BANK_PAYMENTS ?? 60)
/** In milliseconds, for all payments: a busy machine makes about 13 a second. */
const timeout = 10_800_000

const dataDir = await asUsed(await mkdtemp(join(tmpdir(), 'coinless-bank-')))
const program = bankProgram(dataDir)
afterAll(async () => {
  await program.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test(`loses and doubles no money in ${kills} kills of the server and its database`, {
  timeout,
}, async () => {
  await program.start()
  const bank = new Bank(program)
  await bank.open()
  const database = connect(await withEmbedded(dataDir, async (url) => url))
  const serving = bank.serve()
  for (let kill = 0; kill < kills; kill++) {
    const goal = bank.paid.length + paymentsBetweenKills
    await expect.poll(() => bank.paid.length, { timeout }).toBeGreaterThan(goal)
    await bank.expectSound(database)
    if (kill % 2 === 0) await program.killDatabase()
    else await program.kill().then(() => program.start())
  }
  bank.close()
  await serving
  await bank.expectWhole(database)
  await database.destroy()
  const { paid, refunded, refused } = bank
  console.log(
    `${paid.length} payments, ${refunded.length} refunds, ${refused.length} refused, ${kills} kills`,
  )
})
