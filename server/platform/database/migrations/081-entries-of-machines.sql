alter table ledger_entries alter actor_id drop not null;
