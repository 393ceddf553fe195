-- The currency of all amounts, set by a start while there is no amount yet. A database from before has dollars.
alter table installation add column currency text check (currency ~ '^[A-Z]{3}$');
insert into installation default values on conflict do nothing;
update installation set currency = 'USD' where exists (select from devices) or exists (select from prepaid_codes)
  or exists (select from top_up_settings);
