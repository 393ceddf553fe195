-- The currency of all amounts, set by a start while there is no amount yet. A database from before has dollars.
alter table installation add column currency text check (currency ~ '^[A-Z]{3}$');
insert into installation (currency)
select 'USD' where exists (select from devices) or exists (select from prepaid_codes)
  or exists (select from top_up_settings)
on conflict (is_only) do update set currency = excluded.currency;
