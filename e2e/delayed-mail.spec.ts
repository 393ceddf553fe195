import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from '@playwright/test'
import { Program } from '../test/servers/program.ts'
import { expect, register, test } from './person.ts'

/** Its mail server is unreachable: nothing listens on that port. */
let program: Program
let dataDir = ''

test.beforeAll(async () => {
  // Creates a separate server and database first.
  test.setTimeout(120_000)
  dataDir = await mkdtemp(join(tmpdir(), 'coinless-mail-'))
  program = new Program({ DATA_DIR: dataDir, RATE_LIMITS: 'off', SMTP_URL: 'smtp://127.0.0.1:9' })
  await program.start()
})

test.afterAll(async () => {
  await program.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('says at registration that mail is delayed, not that a code was sent', async ({ page }) => {
  const calls = await request.newContext({ baseURL: program.address })
  const tenant = await register(calls, 'tenant')
  await calls.dispose()
  await tenant.signInAt(page, program.address)
  await page.goto(`${program.address}/profile`)
  const card = page.getByRole('region', { name: 'Verify your email' })
  await expect(card).toContainText('Email is delayed.')
  await expect(card).not.toContainText('mailed a code')
})
