-- The coins of dollars have names, those of other currencies are their values, such as 0.50.
alter table devices drop constraint devices_coin_type_check,
  add constraint devices_coin_type_check check (coin_type in ('quarter', 'dollar') or coin_type ~ '^\d+(\.\d{2})?$')
  not valid;
