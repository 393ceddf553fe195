import { createHash } from 'node:crypto'

/** Shorter than generated codes, which must end in their check symbol. */
export const codeLength = 12

interface Size {
  /** Number of devices, codes, transactions and audit events each, and minimum number of accounts. */
  rows: number
  /** Owners 1 to n, with equal shares. */
  owners: number
}

export const adminOfMany = 'admin@many.example'

/** Address of an owner of many rows. */
export function ownerOfMany(number: number | string): string {
  return `owner${number}@many.example`
}

export function codeOfMany(number: number): string {
  const digest = createHash('md5').update(`code ${number}`).digest('hex')
  return digest.slice(0, codeLength).toUpperCase()
}

/**
 * SQL that fills a migrated database with years of business, including rows that triggers maintain: spread over 12
 * months, nine of ten devices active, one of five payments by card, one of fifty refunded a day later. Run it as the
 * owner of the tables.
 */
export function manyRows({ rows, owners }: Size): string {
  return `
    set session_replication_role = replica;
    ${withoutIndexes(rowsOf({ rows, owners }))}
    truncate row_counts, row_count_changes;
    insert into row_counts select * from expected_row_counts;
    reset session_replication_role;`
}

/** Rebuilds indexes at the end, which takes a tenth of the time. */
function withoutIndexes(statements: string): string {
  return `
    set maintenance_work_mem = '512MB';
    create temp table kept_indexes as
      select indexname as name, indexdef as definition from pg_indexes
      where tablename in ('users', 'devices', 'prepaid_codes', 'transactions', 'ledger_entries', 'refunds',
          'audit_events')
        and indexname not in (select conname from pg_constraint);
    do $$ declare name text; begin
      for name in select kept_indexes.name from kept_indexes loop
        execute 'drop index ' || name;
      end loop;
    end $$;
    ${statements}
    do $$ declare definition text; begin
      for definition in select kept_indexes.definition from kept_indexes loop
        execute definition;
      end loop;
    end $$;
    drop table kept_indexes;
    reset maintenance_work_mem;`
}

function rowsOf({ rows, owners }: Size): string {
  const tenants = Math.max(rows, owners * 10)
  return `
    create function pg_temp.uid(name text) returns uuid language sql immutable as $$
      select overlay(overlay(md5(name) placing '4' from 13) placing 'a' from 17)::uuid
    $$;
    create function pg_temp.at(number int) returns timestamptz language sql stable as $$
      select date_trunc('day', now()) - interval '365 days' * (number::float8 / ${rows})
    $$;
    create function pg_temp.code(number int) returns text language sql immutable as $$
      select upper(left(md5('code ' || number), ${codeLength}))
    $$;
    insert into users (id, email, email_verified, full_name, user_type, roles, password_hash, created_at)
      select pg_temp.uid('admin'), '${adminOfMany}', true, 'Admin', 'landlord', '{admin}'::text[], '', now()
      union all
      select pg_temp.uid('owner ' || n), 'owner' || n || '@many.example', true, 'Owner ' || n,
        'landlord', '{}', '', now() from generate_series(1, ${owners}) n
      union all
      select pg_temp.uid('tenant ' || n), 'tenant' || n || '@many.example', true, 'Tenant ' || n,
        'tenant', '{}', '', pg_temp.at(n) from generate_series(1, ${tenants}) n;
    insert into audit_events (id, created_at, action, actor_id, actor_email, subject_id, subject,
        details, address, user_agent)
      select pg_temp.uid('event ' || n), pg_temp.at(n),
        (array['signed_in', 'signed_out', 'account_renamed'])[1 + n % 3], pg_temp.uid('tenant ' || n),
        'tenant' || n || '@many.example', pg_temp.uid('tenant ' || n), 'tenant' || n || '@many.example',
        '{}', '10.' || n % 256 || '.' || n / 256 % 256 || '.1', 'Mozilla/5.0'
      from generate_series(1, ${rows}) n;
    insert into rooms (id, number, landlord_email, location, created_at)
      select distinct on (landlord, house) pg_temp.uid('room ' || landlord || ' ' || house),
        (10000000 + n)::text || sticker_check_digit((10000000 + n)::text), 'owner' || landlord || '@many.example',
        'House ' || house || ', basement', pg_temp.at(n)
      from generate_series(1, ${rows}) n, lateral (select 1 + n % ${owners} as landlord, n / 10 as house) as place
      order by landlord, house, n;
    insert into devices (id, owner_id, label, device_number, device_name, device_type, landlord_email, room_id,
        location, duration_minutes, price, status, is_publishable, landlord_is_owner, sticker_number, created_at)
      select pg_temp.uid('device ' || n), pg_temp.uid('owner ' || 1 + n % ${owners}),
        'Machine ' || n, 'M-' || n, 'Machine of house ' || n / 10,
        (array['washer', 'dryer', 'shower', 'water', 'electricity', 'other'])[1 + n % 6],
        'owner' || 1 + n % ${owners} || '@many.example',
        pg_temp.uid('room ' || 1 + n % ${owners} || ' ' || n / 10), 'House ' || n / 10 || ', basement', 30, 2.5,
        case n % 20 when 7 then 'inactive' when 13 then 'disabled' else 'active' end, true, true,
        (10000000 + n)::text || sticker_check_digit((10000000 + n)::text), pg_temp.at(n)
      from generate_series(1, ${rows}) n;
    insert into prepaid_codes (id, user_id, code, lookup_key, disabled, balance, remaining_balance,
        has_remaining_balance, entry_count, customer_name, phone_number, tag, customer_search_text, created_at)
      select pg_temp.uid('code ' || n), pg_temp.uid('owner ' || 1 + n % ${owners}),
        pg_temp.code(n), pg_temp.code(n), n % 10 = 3, 10, case n % 5 when 0 then 10 else 7.5 end,
        true, case n % 5 when 0 then 1 else 2 end, name, phone, tag,
        normalize_search_text(concat_ws(chr(31), name, phone, replace(phone, '-', ''), tag)), pg_temp.at(n)
      from generate_series(1, ${rows}) n, lateral (select
        (array['Ana', 'Ben', 'Chloe', 'Dan', 'Eva', 'Finn', 'Gia', 'Hugo', 'Ida', 'Jon'])[1 + n % 10]
          || ' ' || (array['Alvarez', 'Brown', 'Chen', 'Díaz', 'Evans', 'Fox', 'Gray'])[1 + n / 10 % 7] as name,
        '555-' || lpad(n::text, 7, '0') as phone, 'House ' || n / 10 as tag) as facts;
    insert into transactions (id, device_id, payer_id, owner_id, prepaid_code_id, device_number,
        device_label, location, paid_to, amount, duration_minutes, payment_method, customer_name,
        processor_reference, created_at)
      select pg_temp.uid('transaction ' || n), pg_temp.uid('device ' || n),
        pg_temp.uid('tenant ' || 1 + n % ${owners * 10}), pg_temp.uid('owner ' || 1 + n % ${owners}),
        case when n % 5 <> 0 then pg_temp.uid('code ' || n) end, 'M-' || n, 'Machine ' || n,
        'House ' || n / 10 || ', basement', 'owner' || 1 + n % ${owners} || '@many.example', 2.5, 30,
        case n % 5 when 0 then 'credit_card' else 'prepaid_code' end, 'Customer ' || n / 7,
        case n % 5 when 0 then 'many-' || n end, pg_temp.at(n)
      from generate_series(1, ${rows}) n;
    insert into ledger_entries (reason, amount, debit_account, credit_account, prepaid_code_id,
        code_entry, balance_after, actor_id, created_at)
      select 'issue', balance, ledger_account('sold', user_id), ledger_account('code', id), id, 1, balance, user_id, created_at
      from prepaid_codes where remaining_balance > 0;
    insert into ledger_entries (reason, amount, debit_account, credit_account, prepaid_code_id,
        code_entry, balance_after, transaction_id, actor_id, created_at)
      select case payment_method when 'credit_card' then 'card_payment' else 'redemption' end, amount,
        coalesce(ledger_account('code', prepaid_code_id), 'card'), ledger_account('revenue', device_id),
        prepaid_code_id,
        case when prepaid_code_id is not null then 2 end,
        case when prepaid_code_id is not null then 7.5 end, id, payer_id, created_at
      from transactions where device_number like 'M-%';
    insert into refunds (id, transaction_id, amount, reason, status, owner_id, created_at, completed_at)
      select pg_temp.uid('refund ' || n), pg_temp.uid('transaction ' || n), 1, 'Stuck', 'completed',
        pg_temp.uid('owner ' || 1 + n % ${owners}), pg_temp.at(n) + interval '1 day',
        pg_temp.at(n) + interval '1 day'
      from generate_series(50, ${rows}, 50) n;
    insert into ledger_entries (reason, amount, debit_account, credit_account, transaction_id, refund_id, created_at)
      select 'refund', refunds.amount, ledger_account('revenue', device_id), 'card', transactions.id, refunds.id,
        completed_at
      from refunds join transactions on transactions.id = transaction_id
      where device_number like 'M-%';
    drop function pg_temp.uid, pg_temp.at, pg_temp.code;`
}
