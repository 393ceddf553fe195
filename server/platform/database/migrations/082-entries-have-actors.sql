alter table ledger_entries add constraint ledger_entries_actor
  check (actor_id is not null or reason = 'refund') not valid;
