import type pg from 'pg'

const triggerSwitch = (state: 'disable' | 'enable') => `
  do $$ declare name text; begin
    for name in select quote_ident(tablename) from pg_tables where schemaname = 'public' loop
      execute 'alter table public.' || name || ' ${state} trigger user';
    end loop;
  end $$`

/** What migrations put there is in the backup, too. */
const emptyTables = `
  do $$ begin
    execute (select 'truncate ' || string_agg('public.' || quote_ident(tablename), ', ')
      from pg_tables where schemaname = 'public' and tablename <> 'migrations');
  end $$`

const foreignKeys = `
  select conrelid::regclass::text as table, quote_ident(conname) as name,
    pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`

/** A number that rows bring along must not be given a second time. */
const sequencesAfterRows = `
  do $$ declare s record; begin
    for s in
      select d.refobjid::regclass as "table", quote_ident(a.attname) as "column", d.objid::regclass as name
      from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'S'
        join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where d.deptype in ('a', 'i') and c.relnamespace = 'public'::regnamespace
    loop
      execute format('select setval(%L, coalesce((select max(%s) from %s), 0) + 1, false)',
        s.name, s."column", s."table");
    end loop;
  end $$`

/**
 * Takes rows as they were, in any order of the tables: no trigger counts them again, and no key asks for
 * a row that comes later. The owner of the tables may do that; to skip triggers by a setting, as replicas
 * do, takes a superuser, which the owner of an outside database need not be.
 * @returns what puts triggers and keys back, and checks the keys
 */
export async function bareTables(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query(foreignKeys)
  for (const { table, name } of rows) {
    await client.query(`alter table ${table} drop constraint ${name}`)
  }
  await client.query(triggerSwitch('disable'))
  await client.query(emptyTables)
  return async () => {
    for (const { table, name, definition } of rows) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    }
    await client.query(sequencesAfterRows)
    await client.query(triggerSwitch('enable'))
  }
}
