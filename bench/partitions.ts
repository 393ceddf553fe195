import { execute } from '../test/servers/postgres.ts'
import type { World } from './database.ts'
import { pgbench, type Sample } from './pgbench.ts'
import { median, rounded } from './statistics.ts'

const drawn = 10_000
const shapes = { single: undefined, monthly: 'month', weekly: 'week' } as const
type Shape = keyof typeof shapes

/** Work on payments, on the tables of the search path. */
const subjects: Record<string, { connections: number; sql: string }> = {
  'a payment and its entry': {
    connections: 16,
    sql: `with paid as (
        insert into transactions (device_id, payer_id, prepaid_code_id, owner_id, device_number,
          device_label, location, paid_to, amount, duration_minutes, payment_method)
        select device_id, payer_id, prepaid_code_id, owner_id, device_number,
          device_label, location, paid_to, amount, duration_minutes, payment_method
        from drawn where number = :n
        returning *
      )
      insert into ledger_entries (reason, amount, debit_account, credit_account, prepaid_code_id,
        transaction_id, actor_id)
      select 'redemption', amount, ledger_account('code', prepaid_code_id),
        ledger_account('revenue', device_id), prepaid_code_id, id, payer_id from paid;`,
  },
  'a payment by its id': {
    connections: 1,
    sql: 'select * from transactions where id = (select id from drawn where number = :n);',
  },
  'the last payment of a device': {
    connections: 1,
    sql: `select created_at from transactions
      where device_id = (select device_id from drawn where number = :n)
      order by created_at desc limit 1;`,
  },
  'the history of a code': {
    connections: 1,
    sql: `select * from ledger_entries
      where prepaid_code_id = (select prepaid_code_id from drawn where number = :n)
      order by created_at;`,
  },
  'the newest ten': {
    connections: 1,
    sql: `select * from transactions where payment_method = 'prepaid_code'
      order by created_at desc, id desc limit 10;`,
  },
  'a search that hits one': {
    connections: 1,
    sql: `select count(*) from transactions
      where search_text like (select '%' || lower(device_number) || '%' from drawn where number = :n);`,
  },
}

export interface PartitionFigure {
  what: string
  tables: string
  p50Ms: number
  /** Median ratio to the time with single tables. */
  ratio: number
}

/**
 * Transactions and ledger as single tables and in partitions by month and week, with the same rows and
 * the same indexes if partitions allow them, without triggers and foreign keys.
 */
export async function benchPartitions(world: World, rounds: number): Promise<PartitionFigure[]> {
  for (const shape of Object.keys(shapes) as Shape[]) {
    await execute(world.ownerUrl, copyAs(shape))
    await execute(world.ownerUrl, 'vacuum analyze')
  }
  const figures: PartitionFigure[] = []
  for (const [what, { sql, connections }] of Object.entries(subjects)) {
    const script = `\\set n random(1, ${drawn})\n${sql.replace(/\s+/g, ' ')}\n`
    const samples: Record<Shape, Sample[]> = { single: [], monthly: [], weekly: [] }
    for (let round = 0; round < rounds; round++) {
      for (const shape of Object.keys(shapes) as Shape[]) {
        const url = new URL(world.ownerUrl)
        url.searchParams.set('options', `-csearch_path=${shape},public`)
        samples[shape].push(await pgbench(url.href, script, { connections, protocol: 'prepared' }))
      }
    }
    for (const shape of Object.keys(shapes) as Shape[]) {
      const times = samples[shape].map(({ p50Ms }) => p50Ms)
      const base = samples.single.map(({ p50Ms }) => p50Ms)
      const ratio = median(times.map((time, round) => time / (base[round] ?? Number.NaN)))
      figures.push({ what, tables: shape, p50Ms: rounded(median(times)), ratio: rounded(ratio) })
    }
  }
  return figures
}

/** A partition enforces uniqueness only within itself, so every unique index includes the time. */
function copyAs(shape: Shape): string {
  const step = shapes[shape]
  return `
    create schema ${shape};
    set search_path = ${shape}, public;
    create table drawn as
      select row_number() over () as number, * from (
        select * from public.transactions
        where payment_method = 'prepaid_code' order by id limit ${drawn}
      ) as random;
    create unique index on drawn (number);
    do $$ declare source text; written text; definition text; first timestamptz; begin
      foreach source in array array['transactions', 'ledger_entries'] loop
        execute format('create table %1$I (like public.%1$I including defaults including generated) ${
          step ? 'partition by range (created_at)' : ''
        }', source);
        ${step ? partitionsOf(step) : ''}
        select string_agg(column_name, ', ') into written from information_schema.columns
          where table_schema = 'public' and table_name = source and is_generated = 'NEVER';
        execute format('insert into %1$I (%2$s) select %2$s from public.%1$I', source, written);
        for definition in select indexdef from pg_indexes
          where schemaname = 'public' and tablename = source
        loop
          if ${step !== undefined} then
            definition = regexp_replace(definition, '^(CREATE UNIQUE.*?)[(]([\\w, ]+)[)]', '\\1(\\2, created_at)');
          end if;
          execute replace(definition, 'public.', '');
        end loop;
      end loop;
    end $$`
}

function partitionsOf(step: 'month' | 'week'): string {
  return `
    for first in select generate_series(date_trunc('${step}', now() - interval '1 year'),
      now() + interval '1 ${step}', interval '1 ${step}')
    loop
      execute format('create table %I partition of %I for values from (%L) to (%L)',
        source || to_char(first, '_YYYY_MM_DD'), source, first, first + interval '1 ${step}');
    end loop;`
}
