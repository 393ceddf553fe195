import { sql } from 'kysely'
import type { Database } from '../../server/platform/database/connection.ts'

const isOurs = "relnamespace = 'public'::regnamespace"

/** Excludes objects of extensions. */
const isNoExtensions = (id: string, catalog: string) =>
  `not exists (select from pg_depend as d where d.deptype = 'e' and d.objid = ${id} and d.classid = ${catalog})`

/** Name and definition per kind of database object. The order of columns is ignored. */
const kinds: Record<string, string> = {
  relation: `
    select relname as name, concat_ws(' ', relkind, relpersistence, relreplident, relrowsecurity,
      relforcerowsecurity, reloptions, relacl) as is
    from pg_class where ${isOurs} and relkind not in ('i', 't')
      and ${isNoExtensions('pg_class.oid', "'pg_class'::regclass")}`,
  column: `
    select relname || '.' || attname as name, concat_ws(' ', format_type(atttypid, atttypmod),
      attnotnull, attgenerated, attidentity, attstorage, attcompression, attcollation::regcollation,
      attstattarget, attoptions, attacl, pg_get_expr(adbin, adrelid)) as is
    from pg_attribute join pg_class on pg_class.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${isOurs} and relkind in ('r', 'v') and attnum > 0 and not attisdropped`,
  constraint: `
    select concat_ws(' ', conrelid::regclass, conname) as name,
      concat_ws(' ', pg_get_constraintdef(oid), convalidated) as is
    from pg_constraint where connamespace = 'public'::regnamespace`,
  index: `
    select relname as name, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisclustered) as is
    from pg_index join pg_class on pg_class.oid = indexrelid where ${isOurs}`,
  function: `
    select oid::regprocedure::text as name, concat_ws(' ', pg_get_functiondef(oid), proacl) as is
    from pg_proc where pronamespace = 'public'::regnamespace
      and ${isNoExtensions('pg_proc.oid', "'pg_proc'::regclass")}`,
  trigger: `
    select concat_ws(' ', tgrelid::regclass, tgname) as name,
      concat_ws(' ', pg_get_triggerdef(oid), tgenabled) as is
    from pg_trigger where not tgisinternal`,
  view: `
    select relname as name, pg_get_viewdef(oid) as is from pg_class where ${isOurs} and relkind = 'v'`,
  type: `
    select typname as name, concat_ws(' ', typtype, typcategory) as is
    from pg_type where typnamespace = 'public'::regnamespace
      and ${isNoExtensions('pg_type.oid', "'pg_type'::regclass")}`,
  extension: 'select extname as name, extversion as is from pg_extension',
  policy: `select concat_ws(' ', tablename, policyname) as name, concat_ws(' ', qual, with_check) as is
    from pg_policies`,
  rule: `select concat_ws(' ', tablename, rulename) as name, definition as is
    from pg_rules where schemaname = 'public'`,
}

/** Schema of a database, without its rows. */
export async function catalogOf(database: Database): Promise<string[]> {
  const found: string[] = []
  for (const [kind, statement] of Object.entries(kinds)) {
    const { rows } = await sql.raw<{ name: string; is: string }>(statement).execute(database)
    for (const { name, is } of rows) found.push(`${kind} ${name}: ${plain(is)}`)
  }
  return found.sort()
}

/** Removes comments and normalizes whitespace. */
function plain(definition: string): string {
  return definition.replace(/--[^\n]*/g, '').replace(/\s+/g, ' ')
}
