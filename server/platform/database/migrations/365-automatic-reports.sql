-- Filed by the server for a payer whose money its owner decides about.
alter table reports add column is_automatic boolean not null default false;
