import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { execute, query } from '../../servers/postgres.ts'
import type { Program } from '../../servers/program.ts'
import { ownDatabase } from '../../support/own-database.ts'
import { known } from './known.ts'

const folder = new URL('./', import.meta.url)
const ending = '.sql.gz'

/** The last commit before 1.0, and every version released since, each with a database kept by fill.ts. */
export const releasedVersions = readdirSync(folder)
  .filter((name) => name.endsWith(ending))
  .map((name) => name.slice(0, -ending.length))

/** A database as that version left it, as if it was used just now. */
export async function releasedDatabase(version: string) {
  const made = await ownDatabase()
  await execute(made.url, await unpacked(`${version}${ending}`))
  await execute(
    made.url,
    `set search_path = public;
    update sessions set expires_at = now() + interval '1 day' where ended_at is null;
    update idempotency_keys set created_at = now()`,
  )
  return made
}

/** Each statement that a server of that version sent while it filled the database: calls and chores. */
export async function statementsOf(version: string): Promise<string[]> {
  return JSON.parse(await unpacked(`${version}.statements.json.gz`))
}

/** The landlord's device W-1: half an hour for 2.50 dollars. */
export async function knownDevice(url: string) {
  const [device] = await query(
    url,
    `select devices.id from devices join users on users.id = owner_id
    where email = '${known.landlord}' and device_number = 'W-1'`,
  )
  return { device_id: String(device?.id), amount: 2.5, duration: 30 }
}

interface Answered {
  access_token: string
  refresh_token: string
  session: { access_token: string }
  transaction?: { id: string }
  data: unknown[]
}

/** A call of any version's server: a POST with a body, else a GET. */
export async function ask(
  program: Program,
  path: string,
  { body, token = '', key = randomUUID() }: { body?: object; token?: string; key?: string },
) {
  const answer = await fetch(`${program.address}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Answered }
}

async function unpacked(name: string): Promise<string> {
  return gunzipSync(await readFile(new URL(name, folder))).toString('utf8')
}
