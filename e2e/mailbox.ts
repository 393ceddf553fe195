import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** Mails read before, by path. */
const known = new Map<string, string>()

/** All mails, oldest first: without a mail server, mails are files. */
export async function allMails(outbox = process.env.COINLESS_OUTBOX ?? ''): Promise<string[]> {
  // Names begin with the time. A newer file can still be incomplete.
  const complete = new Date(Date.now() - 5_000).toISOString().replaceAll(':', '-')
  const names = (await readdir(outbox)).sort()
  return Promise.all(
    names.map(async (name) => {
      const path = join(outbox, name)
      const text = known.get(path) ?? (await readFile(path, 'utf8'))
      if (name < complete) known.set(path, text)
      return text
    }),
  )
}

/**
 * The code of the last mail to an address.
 * @param outbox of another server than that of all tests
 */
export async function mailedCode(email: string, subject: string, outbox?: string): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const mails = await allMails(outbox)
      const mail = mails.findLast((text) => text.includes(email) && text.includes(subject))
      code = /^[0-9A-Z]{4}-[0-9A-Z]{4}\r?$/m.exec(mail ?? '')?.[0].trim() ?? ''
      return code
    })
    .not.toBe('')
  return code
}

/** The link of the last mail with a subject to an address, or its path without PUBLIC_URL. */
export async function mailedLink(email: string, subject: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const mails = await allMails()
      const mail =
        mails.findLast((text) => text.includes(`To: ${email}`) && text.includes(subject)) ?? ''
      // Long lines are wrapped in mails.
      const body = mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
      link = /^https?:\S+$|\/staff-invitation#\S+$/m.exec(body)?.[0] ?? ''
      return link
    })
    .not.toBe('')
  return link.trim()
}
