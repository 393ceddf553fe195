-- History is append-only. The one exception removes the name and address of a closed account.
create function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create function is_anonymization(before jsonb, after jsonb, names text[]) returns boolean
  language sql immutable as $$
  -- A generated column is empty while a trigger looks at the new row.
  select before - 'search_text' <> after - 'search_text'
    and before - names - 'search_text' = after - names - 'search_text'
    and not exists (
      select from unnest(names) as name
      where before -> name <> after -> name
        and after -> name not in ('null', '""')
        and after ->> name not like 'closed account %'
        and not (jsonb_typeof(after -> name) = 'object' and before -> name @> (after -> name))
    )
$$;

create function refuse_change_except_anonymization() returns trigger language plpgsql as $$
begin
  if not is_anonymization(to_jsonb(old), to_jsonb(new), tg_argv) then
    raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end $$;
