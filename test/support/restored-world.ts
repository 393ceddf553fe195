import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { databaseUrl } from '../servers/postgres.ts'
import type { TestApp } from './app.ts'
import { makeWorld, type World } from './world.ts'

/**
 * Returns the same world for each call, with all rows of the database as they were when it was made. That takes a
 * tenth of the time of a new world. Only for one test or call after another.
 */
export function restoredWorld(test: TestApp): () => Promise<World> {
  let made: { world: World; owner: pg.Client } | undefined
  afterAll(() => made?.owner.end())
  return async () => {
    if (made) await made.owner.query('select kept.restore()')
    else made = { world: await makeWorld(test), owner: await keepRows(test) }
    return made.world
  }
}

/** Copies all tables. Returns a connection that can restore them, and stays open because it has planned the statements. */
async function keepRows(test: TestApp): Promise<pg.Client> {
  const { rows: tables } = await sql<{ name: string; columns: string; isUnique: boolean }>`
    select relname as name, relation.oid in (select indrelid from pg_index where indisprimary) as "isUnique",
      string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_class as relation join pg_attribute on attrelid = relation.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relation.oid`.execute(test.database)
  const copies = tables.map(({ name }) => `create table kept.${name} as table ${name};`)
  // Equal rows stay, because writing all of them takes longer. Without a key there can be several equal ones.
  const changes = tables.map(({ name, columns, isUnique }) => {
    const all = `insert into ${name} (${columns}) overriding system value
      select ${columns} from kept.${name} as kept`
    if (!isUnique) return `delete from ${name}; ${all};`
    return `
      delete from ${name} as row
        where not exists (select from kept.${name} as kept where kept::text = row::text);
      ${all} where not exists (select from ${name} as row where row::text = kept::text);`
  })
  const owner = new pg.Client(
    databaseUrl(inject('postgresUrl'), new URL(test.url).pathname.slice(1)),
  )
  await owner.connect()
  await owner.query(`create schema kept; ${copies.join('\n')}
    create function kept.restore() returns void language plpgsql
      -- Without triggers and foreign keys.
      set session_replication_role = replica
      as $$ begin ${changes.join('')} end $$`)
  return owner
}
