import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/**
 * The code of the last mail to an address: without a mail server, mails are files.
 * @param outbox of another server than that of all tests
 */
export async function mailedCode(
  email: string,
  subject: string,
  outbox = process.env.COINLESS_OUTBOX ?? '',
): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const names = (await readdir(outbox)).sort()
      const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
      const mail = mails.findLast((text) => text.includes(email) && text.includes(subject))
      code = /^[0-9A-Z]{4}-[0-9A-Z]{4}\r?$/m.exec(mail ?? '')?.[0].trim() ?? ''
      return code
    })
    .not.toBe('')
  return code
}

/** The link of the last mail with a subject to an address, or its path without PUBLIC_URL. */
export async function mailedLink(email: string, subject: string): Promise<string> {
  const outbox = process.env.COINLESS_OUTBOX ?? ''
  let link = ''
  await expect
    .poll(async () => {
      const names = (await readdir(outbox)).sort()
      const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
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
