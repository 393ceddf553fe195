-- What lists count are row counts by facet, in the words of the field. A server of the version before does not
-- work with this any more.
alter table tallies rename to row_counts;
alter table row_counts rename column kind to facet;
alter table tally_changes rename to row_count_changes;
alter table row_count_changes rename column kind to facet;
alter index tally_changes_audience rename to row_count_changes_audience;
drop view counted_tallies;

alter function kind(devices) rename to facet;
alter function kind(prepaid_codes) rename to facet;
alter function kind(transactions) rename to facet;
alter function kind(users) rename to facet;
alter function kind(audit_events) rename to facet;
alter function tally() rename to count_row;
alter function fold_tallies(integer) rename to fold_row_counts;
alter function forget_tallies(text) rename to forget_row_counts;

do $$ declare item record; definition text; begin
  for item in select tgrelid::regclass as on_table from pg_trigger where tgname = 'tally' loop
    execute format('alter trigger tally on %s rename to count_row', item.on_table);
  end loop;
  for item in
    select conrelid::regclass as on_table, conname as name from pg_constraint
    where conrelid in ('row_counts'::regclass, 'row_count_changes'::regclass)
  loop
    execute format('alter table %s rename constraint %I to %I', item.on_table, item.name,
      replace(replace(replace(item.name, 'tallies', 'row_counts'), 'tally_changes', 'row_count_changes'),
        '_kind_', '_facet_'));
  end loop;
  for definition in
    select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc ~ '\m(tallies|tally_changes|kind)\M'
  loop
    definition = regexp_replace(definition, '\mtallies\M', 'row_counts', 'g');
    definition = regexp_replace(definition, '\mtally_changes\M', 'row_count_changes', 'g');
    definition = regexp_replace(definition, '\mfold_tallies\M', 'fold_row_counts', 'g');
    execute regexp_replace(definition, '\mkind\M', 'facet', 'g');
  end loop;
end $$;

create view counted_rows with (security_invoker = true) as
  select audience, coalesce(month, 'infinity') as month, facet, count(*) as rows
  from (
    select unnest(audiences(devices)) as audience, month_of(created_at) as month, facet(devices) as facet
      from devices
    union all select unnest(audiences(prepaid_codes)), month_of(created_at), facet(prepaid_codes)
      from prepaid_codes
    union all select unnest(audiences(transactions)), month_of(created_at), facet(transactions)
      from transactions
    union all select unnest(audiences(users)), month_of(created_at), facet(users) from users
    union all select unnest(audiences(audit_events)), month_of(created_at), facet(audit_events)
      from audit_events
  ) as row
  group by grouping sets ((audience, month, facet), (audience, facet));
