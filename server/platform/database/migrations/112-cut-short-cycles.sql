-- without transaction
create index concurrently if not exists cycles_cut_short on cycles (ended_at)
  where state = 'interrupted' and given_back > gift;
