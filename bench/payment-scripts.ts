import { deviceDefaults } from '@coinless/contract/device-defaults.ts'
import { codeKey } from '@coinless/contract/typed-secrets.ts'
import { redemptionOf } from '../server/payments/payments/redemption.ts'
import type { Database } from '../server/platform/database/connection.ts'
import { codeLength } from '../test/servers/many-rows.ts'
import { execute } from '../test/servers/postgres.ts'
import type { World } from './database.ts'

/** More than a round uses. */
const linkedDevices = 60_000
const channelsOfController = 64

/** Copies of the devices that payments use, each linked to a channel of a controller. */
export async function makeLinkedDevices({ ownerUrl, rows }: World): Promise<void> {
  await execute(
    ownerUrl,
    `set session_replication_role = replica;
    create temp table copies as
      select n, devices.* from generate_series(0, ${linkedDevices - 1}) as n
      join devices on device_number = 'M-' || (20 * (n % ${rows / 20}) + 1);
    insert into devices (id, owner_id, label, device_number, device_name, device_type, landlord_email,
        room_id, location, duration_minutes, price, status, is_publishable, landlord_is_owner, sticker_number)
      select md5('linked ' || n)::uuid, owner_id, label, 'L-' || n, device_name, device_type,
        landlord_email, room_id, location, duration_minutes, price, status, is_publishable, landlord_is_owner,
        random_sticker_number()
      from copies;
    insert into controllers (id, owner_id, name, driver, credential_hash)
      select md5('controller ' || n)::uuid, (array_agg(owner_id))[1], 'Controller', 'coinless',
        sha256(n::text::bytea)
      from (select n / ${channelsOfController} as n, owner_id from copies) as boxes group by n;
    insert into device_links (id, device_id, controller_id, channel, switching)
      select md5('link ' || n)::uuid, md5('linked ' || n)::uuid,
        md5('controller ' || n / ${channelsOfController})::uuid, 1 + n % ${channelsOfController}, 'relay'
      from copies;
    analyze devices, controllers, device_links`,
  )
}

/** Ends all cycles, so that each linked device takes another payment. */
export async function endCycles({ ownerUrl }: World): Promise<void> {
  await execute(
    ownerUrl,
    `set session_replication_role = replica;
    update cycles set state = 'interrupted', reason = 'machine', ended_at = now(), open_link_id = null,
      next_check_at = null where open_link_id is not null`,
  )
}

/** The server's statement for pgbench: at devices without a link, without a cycle, and at linked devices. */
export async function paymentScripts(database: Database, world: World, payer: string) {
  const caller = await database
    .selectFrom('users')
    .selectAll()
    .where('email', '=', payer)
    .executeTakeFirstOrThrow()
  const idempotencyKey = { userId: caller.id, key: 'KEY', requestHash: Buffer.alloc(32) }
  const { price: amount, duration_minutes: duration } = deviceDefaults
  const payment = { device_id: 'DEVICE', prepaid_code: 'CODE', amount, duration }
  const asked = {
    id: 'PAYMENT',
    caller,
    throttle: undefined,
    idempotencyKey,
    payment,
    language: 'en',
    askedLink: 'LINK',
  } as const
  const { sql, parameters } = redemptionOf(database, [asked], true)
  // Every twentieth row has an enabled code and an active device: nothing is refused.
  const base = world.rows / 20
  const code = `upper(left(md5('code ' || :n), ${codeLength}))`
  const given = {
    PAYMENT: 'gen_random_uuid()',
    KEY: "(:key || '-' || :n)",
    [codeKey('CODE')]: code,
  }
  const device =
    "overlay(overlay(md5('device ' || :n) placing '4' from 13) placing 'a' from 17)::uuid"
  const without = { ...given, DEVICE: device, LINK: "'00000000-0000-0000-0000-000000000000'" }
  const linked = { ...given, DEVICE: "md5('linked ' || :l)::uuid", LINK: "md5('link ' || :l)" }
  const random = `\\set n 20 * random(0, ${base - 1}) + 1`
  // Each connection uses its own devices in order: a running device takes no payment.
  const next = `\\set i :i + 1
\\set l (:i * :connections + :client_id) % ${linkedDevices}
\\set n 20 * (:l % ${base}) + 1`
  const filled = (statement: string, drawn: Record<string, string>) =>
    statement.replace(/\$(\d+)/g, (_, number: string) => {
      const value = parameters[Number(number) - 1]
      if (!Array.isArray(value)) return literal(value)
      return `array[${value.map((each) => drawn[String(each)] ?? literal(each))}]`
    })
  const script = (draw: string, statement: string) =>
    `${draw}\n\\set key random(1, 1000000000000)\n${onOneLine(statement)};\n`
  return {
    ours: script(random, filled(sql, without)),
    withoutCycle: script(random, filled(withoutCycle(sql), without)),
    linked: script(next, filled(sql, linked)),
  }
}

/** Our statement without the cycle. */
function withoutCycle(statement: string): string {
  const ofCycles = [
    /link as \([^)]*\),/,
    /when link\.out_of_order_at[\s\S]*?then 'not_asked'/,
    /left join link on link\.device_id = attempt\.device_id/,
    /cycle as \([\s\S]*?(?=saved_answer as)/,
    /, link\.id as link_id[\s\S]*?as start_deadline/,
    /left join link on link\.device_id = checked[^)]*$/,
  ]
  const cut = ofCycles.reduce((text, part) => text.replace(part, ''), onOneLine(statement))
  if (/\b(link|cycle|cycles|start)\b/.test(cut))
    throw new Error(`The statement still contains cycles: ${cut}`)
  return cut
}

/** Without comments, and without colons that pgbench would read as variables. */
function onOneLine(statement: string): string {
  return statement
    .replace(/--.*/g, '')
    .replace(/:(MI|SS)/g, '":"$1')
    .replace(/\s+/g, ' ')
}

function literal(value: unknown): string {
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  return value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`
}
