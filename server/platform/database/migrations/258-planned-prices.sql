-- without transaction
create index concurrently if not exists devices_planned_prices
  on devices ((price_list #>> '{planned,0,from}'))
  where price_list #>> '{planned,0,from}' is not null;
