-- What makes one more of a kind for an account counts after all others that do: none of them sees too few. The number
-- is that of lists, so it takes no longer with many rows (docs/decisions/0216). Without waiting it is a first look.
create function assert_room(
  account uuid, kept_as text, more bigint, most bigint, ceiling text, waits boolean default true
) returns uuid language plpgsql as $$
begin
  if waits then
    perform pg_advisory_xact_lock(7265, hashtext(account::text));
  end if;
  if more + (
    select coalesce(sum(rows), 0) from (
      select rows from row_counts where audience = kept_as and month = 'infinity'
      union all
      select change from row_count_changes where audience = kept_as
    ) as count
  ) > most then
    raise exception 'this account keeps as many as it can'
      using errcode = 'check_violation', constraint = ceiling;
  end if;
  return account;
end $$;

-- What unverified accounts of a network made since then; it starts at zero after a day.
create table made_of_networks (
  network text primary key,
  since timestamptz not null default now(),
  made integer not null
);
