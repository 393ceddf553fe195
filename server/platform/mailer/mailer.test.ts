import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMailServer } from '../../../test/servers/mail-server.ts'
import { outboxMailer, smtpMailer } from './mailer.ts'

const mail = { to: 'ana@example.com', subject: 'Your code', text: 'The code:\n\n7K3M-Q0ZD\n' }
const from = 'Coinless <coinless@example.com>'
const postmark = { id: 'a1', date: new Date('2026-01-02T03:04:05Z') }

test('sends mail by SMTP with credentials from the URL and its own id and date', async () => {
  const { port, received, stop } = await startMailServer({
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      done(username === 'user' && password === 'secret' ? null : new Error('no'), { user: 'user' }),
  })
  const mailer = smtpMailer(`smtp://user:secret@127.0.0.1:${port}`, from)
  await mailer.check()
  await mailer.send(mail, postmark)
  expect(received).toHaveLength(1)
  expect(received[0]).toContain('ana@example.com\n')
  expect(received[0]).toContain('From: Coinless <coinless@example.com>')
  expect(received[0]).toContain('Message-ID: <a1@example.com>')
  expect(received[0]).toContain('Date: Fri, 02 Jan 2026 03:04:05 +0000')
  expect(received[0]).toContain('7K3M-Q0ZD')
  const stranger = smtpMailer(`smtp://user:wrong@127.0.0.1:${port}`, from)
  await expect(stranger.send(mail, postmark)).rejects.toThrow(/login/i)
  await expect(stranger.check()).rejects.toThrow(/login/i)
  await stop()
})

// id: mailer-1
test('refuses a certificate from an unknown authority', async () => {
  const { port, received, stop } = await startMailServer({ secure: true })
  const mailer = smtpMailer(`smtps://127.0.0.1:${port}`, from)
  await expect(mailer.check()).rejects.toThrow(/certificate/)
  await expect(mailer.send(mail, postmark)).rejects.toThrow(/certificate/)
  await stop()
  const upgrading = await startMailServer({ disabledCommands: [] })
  const upgraded = smtpMailer(`smtp://127.0.0.1:${upgrading.port}`, from)
  await expect(upgraded.send(mail, postmark)).rejects.toThrow(/certificate/)
  expect([...received, ...upgrading.received]).toEqual([])
  await upgrading.stop()
})

test('sends no password and no mail without TLS if the URL requires it', async () => {
  const { port, received, stop } = await startMailServer()
  const mailer = smtpMailer(`smtp://user:secret@127.0.0.1:${port}?requireTLS=true`, from)
  await expect(mailer.send(mail, postmark)).rejects.toThrow(/STARTTLS/)
  expect(received).toEqual([])
  await stop()
})

test('writes mail to a file with mode 0600 without a mail server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-outbox-'))
  const outbox = join(folder, 'outbox')
  await outboxMailer(outbox, from).send(mail, postmark)
  const [name = '', ...more] = await readdir(outbox)
  expect(more).toEqual([])
  expect(name).toMatch(/[.]eml$/)
  expect(await readFile(join(outbox, name), 'utf8')).toContain('7K3M-Q0ZD')
  expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600)
  await rm(folder, { recursive: true })
})
