drop index prepaid_codes_expiry;

-- Pages keep room for the next version of a row, which then needs no entry in any index.
alter table prepaid_codes set (fillfactor = 90);

-- As the balance itself: its one writer is the ledger.
drop trigger refuse_balance_without_entry on prepaid_codes;
create trigger refuse_balance_without_entry before update on prepaid_codes
  for each row when (
    new.balance <> old.balance or new.remaining_balance <> old.remaining_balance
    or new.has_balance <> old.has_balance or new.entries <> old.entries
  )
  execute function refuse_balance_without_entry();

-- A payment changes nothing that lists count.
drop trigger tally on prepaid_codes;
create trigger tally after insert or delete or update of disabled, customer_email, deleted_at, user_id
  on prepaid_codes for each row execute function tally();
