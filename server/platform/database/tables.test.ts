import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'

const server = testApp()
const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Maps each column of `Tables` to how it is read and written. */
const said = `
import type { ColumnType } from 'kysely'
import type { Tables } from '${root}server/platform/database/tables.ts'

export type Said = { [Table in keyof Tables]: { [Column in keyof Tables[Table]]: Kind<Tables[Table][Column]> } }
type Kind<Column> = [Column] extends [ColumnType<infer Read, infer Written, any>]
  ? \`\${Reading<Read>}, \${Writing<Written>}\`
  : \`\${Reading<Column>}, \${null extends Column ? 'optional' : 'required'}\`
type Reading<Read> = null extends Read ? 'nullable' : 'not null'
type Writing<Written> = [Written] extends [never] ? 'never' : undefined extends Written ? 'optional' : 'required'
`

interface Column {
  table: string
  name: string
  isView: boolean
  isNullable: boolean
  isGenerated: boolean
  hasDefault: boolean
  /** A trigger may fill it. */
  isFilled: boolean
}

/** The kinds allowed for a column. The catalog does not know whether a computed value is nullable. */
function kindsOf({ isView, isNullable, isGenerated, hasDefault, isFilled }: Column): string {
  const reading =
    isView || isGenerated ? ['nullable', 'not null'] : [isNullable ? 'nullable' : 'not null']
  const isOptional = isNullable || hasDefault || isFilled
  const optional = isOptional ? ['required', 'optional'] : ['required']
  const writing = isGenerated ? ['never'] : [...optional, 'never']
  return reading.flatMap((read) => writing.map((write) => `'${read}, ${write}'`)).join(' | ')
}

async function columnsOf(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select relname as table, attname as name, relkind = 'v' as "isView",
      not attnotnull as "isNullable", attgenerated <> '' as "isGenerated",
      atthasdef and attgenerated = '' or attidentity <> '' as "hasDefault",
      exists (select from pg_trigger where tgrelid = pg_class.oid and not tgisinternal and tgtype & 7 = 7)
        as "isFilled"
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition
    order by relname, attnum`.execute(server.database)
  return rows
}

/** The allowed texts of each column with a list of them, from checks and from functions that checks call. */
async function listedValues() {
  const { rows } = await sql<{ table: string; definition: string }>`
    select conrelid::regclass::text as table, coalesce(prosrc, pg_get_constraintdef(pg_constraint.oid)) as definition
    from pg_constraint
      left join pg_depend on (classid, objid, refclassid)
        = ('pg_constraint'::regclass, pg_constraint.oid, 'pg_proc'::regclass)
      left join pg_proc on pg_proc.oid = refobjid and starts_with(proname, 'check_')
    where contype = 'c' and connamespace = 'public'::regnamespace`.execute(server.database)
  const lists = [/^CHECK \(\((\w+) = ANY (.+)/g, /\(\w+\.(\w+) in \(([^)]+)\)\s+or /g]
  return rows.flatMap(({ table, definition }) =>
    lists
      .flatMap((list) => [...definition.matchAll(list)])
      .map(([, column, values]) => ({ table, column, values: values?.match(/'\w+'/g) ?? [] })),
  )
}

/** The compiler's output for a file next to `said.ts`. */
async function compiled(text: string): Promise<string> {
  const folder = await mkdtemp(join(root, 'node_modules', '.tables-'))
  try {
    await writeFile(join(folder, 'said.ts'), said)
    await writeFile(join(folder, 'compared.ts'), text)
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['*.ts'] }),
    )
    const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), [
      '-p',
      folder,
    ]).catch((error: { stdout: string }) => error)
    return stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('matches the type of each column with the database', async () => {
  const tables = Map.groupBy(await columnsOf(), ({ table }) => table)
  const found = [...tables].map(([table, columns]) => {
    const kinds = columns.map((column) => `${column.name}: ${kindsOf(column)}`)
    return [table, `${table}: {\n${kinds.join('\n')}\n}`]
  })
  const compared = found.map(
    ([table]) => `
      export const ${table}: Found['${table}'] = {} as Said['${table}']
      export const of_${table}: keyof Found['${table}'] = {} as keyof Said['${table}']`,
  )
  const errors = await compiled(`import type { Said } from './said.ts'
    interface Found { ${found.map(([, type]) => type).join('\n')} }
    export const tables: keyof Found = {} as keyof Said
    ${compared.join('\n')}`)
  expect(errors).toBe('')
})

test('types a column with fixed texts as exactly those texts', async () => {
  const listed = await listedValues()
  const columns = listed.map(({ table, column }) => `${table}.${column}`)
  expect(columns).toEqual(
    expect.arrayContaining(['devices.status', 'cycles.state', 'cycles.money']),
  )
  const compared = listed.map(({ table, column, values }) => {
    const type = `Same<Tables['${table}']['${column}'], ${values.join(' | ')}>`
    return `export const ${table}_${column}: ${type} = true`
  })
  const errors = await compiled(`import type { SelectType } from 'kysely'
    import type { Tables } from '${root}server/platform/database/tables.ts'
    type Same<Column, Text> = [NonNullable<SelectType<Column>>, Text] extends
      [Text, NonNullable<SelectType<Column>>] ? true : false
    ${compared.join('\n')}`)
  expect(errors).toBe('')
})
