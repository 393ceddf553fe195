import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@coinless/contract/limits.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Identifies a mail, so that mail servers can recognize a duplicate. */
interface Postmark {
  id: string
  date: Date
}

/** Mail transport. */
export interface Mailer {
  send(mail: Mail, postmark: Postmark): Promise<void>
  /** @throws the error that would prevent every mail */
  check(): Promise<void>
}

/** Loaded on first use. */
const nodemailer = () => import('nodemailer')

const timeoutMs = limits.mailServerSeconds * 1000

/** @param url smtp:// or smtps://, with user and password if the server requires them */
export function smtpMailer(url: string, from: string): Mailer {
  let made: ReturnType<typeof make> | undefined
  const make = async () => {
    const { createTransport } = await nodemailer()
    return createTransport(
      {
        url,
        dnsTimeout: timeoutMs,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
      },
      { from },
    )
  }
  const transport = () => (made ??= make())
  return {
    send: async (mail, postmark) => {
      await (await transport()).sendMail({ ...mail, ...headersOf(postmark, from) })
    },
    check: async () => {
      await (await transport()).verify()
    },
  }
}

/** Whether the mail server works and refuses only this recipient or text. */
export function isAboutOneMail(error: unknown): boolean {
  const { code, rejected } = error as { code?: string; rejected?: unknown }
  return rejected !== undefined || code === 'EMESSAGE'
}

function headersOf({ id, date }: Postmark, from: string) {
  const host = /@([^@\s>]+)>?\s*$/.exec(from)?.[1] ?? 'coinless'
  return { date, messageId: `<${id}@${host}>` }
}

/** Stores each mail as a file, as it would be sent, for operators without a mail server. */
export function outboxMailer(folder: string, from: string): Mailer {
  const makeFolder = async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  }
  return {
    send: async (mail, postmark) => {
      const { createTransport } = await nodemailer()
      const transport = createTransport({ streamTransport: true, buffer: true }, { from })
      const { message } = await transport.sendMail({ ...mail, ...headersOf(postmark, from) })
      await makeFolder()
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
      await writeFile(join(folder, name), message as Buffer, { mode: 0o600 })
    },
    check: makeFolder,
  }
}
