import type pg from 'pg'

const triggerSwitch = (state: 'disable' | 'enable') => `
  do $$ declare name text; begin
    for name in select quote_ident(tablename) from pg_tables where schemaname = 'public' loop
      execute 'alter table public.' || name || ' ${state} trigger user';
    end loop;
  end $$`

/** The backup also contains the rows that migrations inserted. */
const emptyTables = `
  do $$ begin
    execute (select 'truncate ' || string_agg('public.' || quote_ident(tablename), ', ')
      from pg_tables where schemaname = 'public' and tablename <> 'migrations');
  end $$`

const foreignKeys = `
  select conrelid::regclass::text as table, quote_ident(conname) as name,
    pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`

/** Continues sequences after the restored rows, so that no number is assigned twice. */
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
 * Prepares loading rows unchanged, in any order of tables: empties tables, disables triggers and drops foreign keys.
 * The owner of the tables may do this; skipping triggers by a setting would need a superuser.
 * @returns a function that restores the triggers and the foreign keys, which checks the keys
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
