import { expect, test, vi } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { Mailer } from '../../platform/mailer/mailer.ts'
import { checkMailServer } from './mail-sender.ts'

const server = testApp()

test('logs a reachable mail server, but not when mails go to a folder', async () => {
  const said = vi.spyOn(server.app.log, 'info')
  const mailer: Mailer = { check: async () => {}, send: async () => {} }
  const { config } = server.parts
  await checkMailServer({ ...server.parts, mailer })
  expect(said).not.toHaveBeenCalled()
  await checkMailServer({
    ...server.parts,
    config: { ...config, smtpUrl: 'smtp://localhost' },
    mailer,
  })
  expect(said).toHaveBeenCalledWith('the mail server answers')
})
