-- Displays at which people pay with codes do so as this account, which has no sign-in.
alter table displays
  add column payer_id uuid references users,
  add column takes_payments boolean not null generated always as (payer_id is not null) stored;
create index displays_of_payer on displays (payer_id) where payer_id is not null;
