-- The history of a code is in the order in which its entries changed it, as the code was locked, each
-- with what was left then. The time of an entry is that of the beginning of its transaction.
alter table prepaid_codes add column entries integer not null default 0;
alter table ledger_entries
  add column code_entry integer,
  add column balance_after numeric(12, 2);

alter table ledger_entries disable trigger append_only;
update ledger_entries set code_entry = known.number, balance_after = known.balance
  from (
    select id, row_number() over entries as number, sum(amount) over entries as balance
    from code_movements window entries as (partition by prepaid_code_id order by created_at, id)
  ) as known
  where known.id = ledger_entries.id;

-- Where that order would leave less than nothing, an entry waits for the money that it took.
do $$
declare
  spoilt uuid;
  entry record;
  waiting uuid[];
  amounts numeric[];
  taken integer;
  number integer;
  balance numeric;
begin
  for spoilt in select distinct prepaid_code_id from ledger_entries where balance_after < 0 loop
    waiting = '{}';
    amounts = '{}';
    number = 0;
    balance = 0;
    for entry in select id, amount from code_movements where prepaid_code_id = spoilt
      order by created_at, id
    loop
      waiting = waiting || entry.id;
      amounts = amounts || entry.amount;
      loop
        select min(n) into taken from unnest(amounts) with ordinality as each (amount, n)
          where balance + amount >= 0;
        exit when taken is null;
        number = number + 1;
        balance = balance + amounts[taken];
        update ledger_entries set code_entry = number, balance_after = balance
          where id = waiting[taken];
        waiting = waiting[:taken - 1] || waiting[taken + 1:];
        amounts = amounts[:taken - 1] || amounts[taken + 1:];
      end loop;
    end loop;
  end loop;
end $$;
alter table ledger_entries enable trigger append_only;

update prepaid_codes set entries = known.entries
  from (select prepaid_code_id, count(*) as entries from ledger_entries group by prepaid_code_id) as known
  where known.prepaid_code_id = prepaid_codes.id;

create unique index ledger_entries_of_code on ledger_entries (prepaid_code_id, code_entry);
drop index ledger_entries_code;
alter table ledger_entries add constraint ledger_entries_order check (
  (prepaid_code_id is null) = (code_entry is null) and (code_entry is null) = (balance_after is null)
  and balance_after >= 0
);

create or replace view code_movements with (security_invoker = true) as
  select id, prepaid_code_id, transaction_id, reason, note, refund_id, actor_id, created_at,
    case when credit_account = 'code:' || prepaid_code_id then amount else -amount end as amount,
    code_entry, balance_after
  from ledger_entries where prepaid_code_id is not null;

create or replace function apply_ledger_entry() returns trigger language plpgsql as $$
begin
  update prepaid_codes set
    entries = entries + 1,
    balance = balance + case
      when new.reason in ('issue', 'top_up') then new.amount
      when new.reason = 'adjustment' and new.credit_account = 'code:' || id then new.amount
      else 0 end,
    remaining_balance = remaining_balance
      + case when new.credit_account = 'code:' || id then new.amount else -new.amount end
  where id = new.prepaid_code_id
  returning entries, remaining_balance into new.code_entry, new.balance_after;
  return new;
end $$;
drop trigger apply_ledger_entry on ledger_entries;
create trigger apply_ledger_entry before insert on ledger_entries
  for each row when (new.prepaid_code_id is not null) execute function apply_ledger_entry();

drop trigger refuse_balance_without_entry on prepaid_codes;
create trigger refuse_balance_without_entry before update on prepaid_codes
  for each row when (
    new.balance <> old.balance or new.remaining_balance <> old.remaining_balance
    or new.entries <> old.entries
  )
  execute function refuse_balance_without_entry();
