-- The index of codes that end asked for their balance, so that each payment wrote the code's row into all
-- nine indexes anew. Whether there is any balance changes twice in the life of most codes.
alter table prepaid_codes add column has_balance boolean not null default false;

create or replace function apply_ledger_entry() returns trigger language plpgsql as $$
begin
  update prepaid_codes set
    entries = entries + 1,
    balance = balance + case
      when new.reason in ('issue', 'top_up') then new.amount
      when new.reason = 'adjustment' and new.credit_account = 'code:' || id then new.amount
      else 0 end,
    remaining_balance = remaining_balance
      + case when new.credit_account = 'code:' || id then new.amount else -new.amount end,
    has_balance = remaining_balance
      + case when new.credit_account = 'code:' || id then new.amount else -new.amount end > 0
  where id = new.prepaid_code_id
  returning entries, remaining_balance into new.code_entry, new.balance_after;
  return new;
end $$;
