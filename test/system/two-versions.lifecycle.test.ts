import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findInconsistencies } from '../../server/ledger/entries/check.ts'
import { execute, query } from '../servers/postgres.ts'
import { compiledBefore, Program } from '../servers/program.ts'
import { releasedTree } from '../servers/released-tree.ts'
import { password } from '../support/make.ts'
import { ownDatabase } from '../support/own-database.ts'
import { keptTokens, known } from './released/known.ts'
import { ask, knownDevice, releasedDatabase, releasedVersions } from './released/released.ts'

const run = promisify(execFile)
const start = 'server/commands/start.ts'
const payers = 4
/** Payments of each phase: old servers only, during the start of the new one, and both. */
const least = 40

type Own = Awaited<ReturnType<typeof ownDatabase>>

async function settingsOf({ url, serverUrl }: Pick<Own, 'url' | 'serverUrl'>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'coinless-two-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: serverUrl,
    DATABASE_OWNER_URL: url,
    JWT_SECRET: known.secret,
    RATE_LIMITS: 'off',
  }
}

/** A real server of that version, in `npm run test:updates` in a clone with tags. */
describe.runIf(process.env.RELEASED_SERVERS).each(releasedVersions)('version %s', (version) => {
  const tree = process.env.RELEASED_SERVERS ? releasedTree(version) : ''

  // Servers before 1.0 do not run beside later ones.
  test.skipIf(version === 'before-1.0')(
    'takes payments while this version upgrades the database, and next to it afterwards',
    {},
    async () => {
      await using shared = await releasedDatabase(version)
      const settings = await settingsOf(shared)
      const [old, young] = [new Program(settings, join(tree, start)), new Program(settings)]
      await using programs = new AsyncDisposableStack()
      for (const program of [old, young]) programs.defer(() => program.stop())
      await old.start()
      const tabs = await ask(old, '/auth-refresh', {
        body: { refresh_token: keptTokens.landlord },
      })
      const landlord = tabs.body.access_token
      const login = { body: { email: known.tenant, password } }
      const token = (await ask(old, '/auth-login', login)).body.session.access_token
      const code = `TWO-VERSIONS-${randomUUID().slice(0, 13)}`
      const issue = { body: { code, balance: 9000 }, token: landlord }
      expect((await ask(old, '/prepaid-codes', issue)).status).toBe(201)
      const payment = { ...(await knownDevice(shared.url)), prepaid_code: code }
      const servers = [old]
      const answers: Awaited<ReturnType<typeof ask>>[] = []
      let isOpen = true
      const pay = async (n: number) => {
        while (isOpen) {
          const server = servers[(n + answers.length) % servers.length] as Program
          answers.push(await ask(server, '/payments/prepaid', { body: payment, token }))
        }
      }
      const paying = Promise.all(Array.from({ length: payers }, (_, n) => pay(n)))
      const more = async () => {
        const enough = answers.length + least
        await expect.poll(() => answers.length).toBeGreaterThan(enough)
        return answers.length
      }
      const alone = await more()
      await young.start()
      const during = answers.length - alone
      servers.push(young)
      const both = (await more()) - alone - during
      isOpen = false
      await paying
      console.log(
        `Paid: ${alone} on ${version}, ${during} during the start of this version, ${both} on both.`,
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
      const ids = new Set(answers.map(({ body }) => body.transaction?.id))
      const [kept] = await query(
        shared.url,
        `select count(*)::int as count, (9000 - remaining_balance)::float as spent
      from prepaid_codes join transactions on prepaid_code_id = prepaid_codes.id
      where code = '${code}' group by prepaid_codes.id`,
      )
      expect(kept).toEqual({ count: ids.size, spent: ids.size * payment.amount })

      const key = randomUUID()
      const once = { body: payment, token, key }
      const [first, again] = [
        await ask(old, '/payments/prepaid', once),
        await ask(young, '/payments/prepaid', once),
      ]
      expect(again.body).toEqual(first.body)
      const renewed = await ask(young, '/auth-refresh', {
        body: { refresh_token: tabs.body.refresh_token },
      })
      expect(renewed.status).toBe(200)
      for (const path of ['/transactions?limit=20', '/devices', '/prepaid-codes', '/users-me']) {
        const [theirs, ours] = [await ask(old, path, { token }), await ask(young, path, { token })]
        expect([theirs.status, ours.status], path).toEqual([200, 200])
        expect(ours.body, path).toMatchObject(theirs.body)
      }
      expect((await fetch(`${old.address}/api/ready`)).status).toBe(200)
      expect(await findInconsistencies(shared.database)).toEqual([])
    },
  )

  test('refuses a database of a newer version, and returns by its backup', async () => {
    await using updated = await releasedDatabase(version)
    const settings = await settingsOf(updated)
    const command = (name: string, folder: string, more: object, ...args: string[]) =>
      run(process.execPath, [join(folder, `server/commands/${name}.ts`), ...args], {
        cwd: folder || process.cwd(),
        env: { ...compiledBefore, PATH: process.env.PATH, ...settings, ...more },
      })
    const backup = join(settings.DATA_DIR, 'before.backup')
    await command('backup', tree, {}, backup)
    await execute(updated.url, "insert into migrations values ('999-of-the-next.sql', 'its sum')")
    await expect(command('start', tree, { PORT: '0' })).rejects.toThrow(
      'The database is newer than this program: it has 999-of-the-next.sql.',
    )
    for (const folder of [tree, process.cwd()]) {
      await using again = await ownDatabase()
      const other = { DATABASE_URL: again.serverUrl, DATABASE_OWNER_URL: again.url }
      const { stdout } = await command('restore', folder, other, backup)
      expect(stdout).toMatch(/ledger (adds up|is consistent)/)
      const program = new Program({ ...settings, ...other }, join(folder, start))
      await program.start()
      const login = { body: { email: known.tenant, password } }
      expect((await ask(program, '/auth-login', login)).status).toBe(200)
      await program.stop()
    }
  })
})
