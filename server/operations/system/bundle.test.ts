import { audit } from '@coinless/contract/audit.ts'
import { type SupportBundle, system } from '@coinless/contract/system.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import { makeAdmin, makeUser, type TestUser } from '../../../test/support/make.ts'
import { makeLogger } from '../../http/observability/logger.ts'
import { Problems } from '../../http/observability/problems.ts'
import { loadConfig } from '../../platform/config/config.ts'

const jwtSecret = 'PLANTED jwt secret, long enough for that'
const server = testApp({ jwtSecret })

/** Every setting whose value is free text. */
const settings = {
  HOST: 'planted.example.com',
  DATA_DIR: '/planted/data',
  DATABASE_URL: 'postgres://planted:planted@planted.example.com/planted',
  DATABASE_OWNER_URL: 'postgres://planted:planted@planted.example.com/planted',
  DATABASE_DIRECT_URL: 'postgres://planted:planted@planted.example.com/planted',
  PUBLIC_URL: 'https://planted.example.com',
  ADMIN_EMAIL: 'planted@example.com',
  ADMIN_PASSWORD: 'planted password',
  JWT_SECRET: jwtSecret,
  CORS_ORIGINS: 'https://planted.example.com',
  TRUST_PROXY: '203.0.113.77',
  SMTP_URL: 'smtp://planted:planted@planted.example.com',
  MQTT_URL: 'mqtts://planted:planted@planted.example.com',
  MAIL_FROM: 'planted@example.com',
  STRIPE_SECRET_KEY: 'sk_test_planted',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_planted',
  STRIPE_WEBHOOK_SECRET: 'whsec_planted',
  STRIPE_API_URL: 'https://planted.example.com',
  PUSH_SERVICES: 'https://planted.example.com',
  METRICS_TOKEN: 'planted metrics token',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://planted.example.com',
}
/** From appendix A of RFC 8291. */
const vapid = {
  VAPID_PUBLIC_KEY:
    'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  VAPID_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
}
const backups = { BACKUP_DIR: '/planted/backups', BACKUP_KEY_FILE: '/planted/key' }

/** Plants the text in a row of every table, without constraints and triggers. */
const plantRows = `do $plant$
declare
  tab record;
  names text;
  contents text;
begin
  set local session_replication_role = replica;
  for tab in
    select conrelid::regclass as name, conname from pg_constraint
    where contype in ('c', 'f') and connamespace = current_schema()::regnamespace
  loop
    execute format('alter table %s drop constraint if exists %I', tab.name, tab.conname);
  end loop;
  for tab in
    select oid, oid::regclass as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'server_problems'
  loop
    select string_agg(quote_ident(attname), ', '), string_agg(case
        when typcategory = 'A' then quote_literal('{}')
        when typname in ('json', 'jsonb') then quote_literal('{"x": "PLANTED"}')
        when typname = 'bytea' then quote_literal('PLANTED') || '::bytea'
        when typname = 'uuid' then 'gen_random_uuid()'
        when typcategory = 'S' then quote_literal('PLANTED')
        when typcategory = 'D' then 'now()'
        when typcategory = 'R' then quote_literal('empty')
        when typcategory = 'B' then 'true'
        else '1' end, ', ')
    into names, contents
    from pg_attribute join pg_type on pg_type.oid = atttypid
    where attrelid = tab.oid and attnum > 0 and not attisdropped
      and attgenerated = '' and attidentity = '';
    execute format('insert into %s (%s) values (%s) on conflict do nothing', tab.name, names, contents);
  end loop;
end $plant$`

let admin: TestUser
beforeAll(async () => {
  admin = await makeAdmin(server)
})

/** The bundle of a server with these settings and a logged error. */
async function bundleOf(environment: Record<string, string>) {
  const config = loadConfig(environment, { demo: false, signsTokens: false })
  const problems = new Problems()
  makeLogger(config, { write() {} }, problems).error({ err: new Error('PLANTED') }, 'PLANTED')
  await problems.keep(server.database)
  const app = await server.replica({ config: { ...config, jwtSecret } })
  const { body, statusCode } = await app.inject({
    method: 'POST',
    url: '/api/admin-system/support-bundle',
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(statusCode).toBe(200)
  return { body, bundle: JSON.parse(body) as SupportBundle }
}

describe('the support bundle', () => {
  // id: bundle-1
  test('contains no secret, name or address from any setting or table', async () => {
    await server.asOwner(plantRows)
    const tables = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'server_problems'`.execute(
      server.database,
    )
    for (const { name } of tables.rows) {
      const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(server.database)
      expect([name, rows.length]).toEqual([name, 1])
    }
    const secrets = [
      /planted/i,
      new RegExp(Buffer.from('PLANTED').toString('hex')),
      new RegExp(Buffer.from('PLANTED').toString('base64').slice(0, 9)),
      new RegExp([...Buffer.from('PLANTED')].join(', ?')),
      ...[...Object.values(vapid), settings.TRUST_PROXY, admin.email, admin.token, admin.id].map(
        (text) => new RegExp(text.replaceAll('.', '\\.')),
      ),
    ]
    const isShown = new Map<string, boolean>()
    for (const environment of [{ ...settings, ...vapid }, backups]) {
      const { body, bundle } = await bundleOf(environment)
      for (const secret of secrets) expect(body).not.toMatch(secret)
      for (const { name, is_set } of bundle.settings) {
        expect([name, is_set]).toEqual([name, name in environment])
        isShown.set(name, isShown.get(name) || is_set)
      }
      expect(bundle.tables.map(({ name }) => name)).toContain('transactions')
      expect(bundle.metrics).toContain('coinless_http_request_duration_seconds')
    }
    // Settings without planted text are switches, choices and numbers.
    const others = [...isShown].filter(([, is]) => !is).map(([name]) => name)
    const { bundle } = await bundleOf({})
    const shown = bundle.settings.filter(({ value }) => value !== null).map(({ name }) => name)
    expect(shown).toEqual(others.filter((name) => name !== 'CARD_PROCESSOR'))
  })

  test('is for admins, and each download is audited with its actor', async () => {
    const body = await server.call(system.supportBundle, { as: admin })
    expect(body.made_at).toMatch(/Z$/)
    const { data } = await server.call(audit.list, {
      as: admin,
      query: { action: 'support_bundle_downloaded' },
    })
    expect(data[0]).toMatchObject({ actor_id: admin.id, actor_email: admin.email })
    const before = data.length
    await server.refused(system.supportBundle, { as: await makeUser(server) })
    const after = await server.call(audit.list, {
      as: admin,
      query: { action: 'support_bundle_downloaded' },
    })
    expect(after.data).toHaveLength(before)
  })
})
