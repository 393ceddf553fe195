import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { outboxMailer, smtpMailer } from './mailer.ts'

const mail = { to: 'ana@example.com', subject: 'Your code', text: 'The code:\n\n7K3M-Q0ZD\n' }
const from = 'Coinless <coinless@example.com>'

test('a mail reaches the SMTP server, with the account of its address', async () => {
  const received: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      done(username === 'user' && password === 'secret' ? null : new Error('no'), { user: 'user' }),
    onData: (stream, { envelope }, done) => {
      void stream.toArray().then((chunks) => {
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push(`${to}\n${Buffer.concat(chunks)}`)
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  await smtpMailer(`smtp://user:secret@127.0.0.1:${port}`, from).send(mail)
  expect(received).toHaveLength(1)
  expect(received[0]).toContain('ana@example.com\n')
  expect(received[0]).toContain('From: Coinless <coinless@example.com>')
  expect(received[0]).toContain('7K3M-Q0ZD')
  const stranger = smtpMailer(`smtp://user:wrong@127.0.0.1:${port}`, from)
  await expect(stranger.send(mail)).rejects.toThrow(/login/i)
  await new Promise<void>((closed) => server.close(closed))
})

test('without a server a mail is a file that only its owner reads', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coinless-outbox-'))
  const outbox = join(folder, 'outbox')
  await outboxMailer(outbox, from).send(mail)
  const [name = '', ...more] = await readdir(outbox)
  expect(more).toEqual([])
  expect(name).toMatch(/[.]eml$/)
  expect(await readFile(join(outbox, name), 'utf8')).toContain('7K3M-Q0ZD')
  expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600)
  await rm(folder, { recursive: true })
})
