-- Offers of a price list at a moment, by local time at the device: an hour that occurs twice has its price twice.
create function offers_at(list jsonb, price numeric, minutes integer, at timestamptz) returns jsonb
  language plpgsql stable parallel safe as $$
declare
  local timestamp := at at time zone (list ->> 'time_zone');
  clock text collate "C" := to_char(local, 'HH24:MI');
  weekday jsonb := to_jsonb(extract(isodow from local)::integer);
  day_before jsonb := to_jsonb(extract(isodow from local - interval '1 day')::integer);
  counts jsonb;
  prices jsonb;
begin
  select planned into counts from jsonb_array_elements(list -> 'planned') as planned
  where planned ->> 'from' <= to_char(local, 'YYYY-MM-DD') collate "C"
  order by (planned ->> 'from') collate "C" desc limit 1;
  if counts is null then
    counts = list || jsonb_build_object('programmes', jsonb_set(list -> 'programmes', '{0}',
      list #> '{programmes,0}' || jsonb_build_object('price', price, 'duration_minutes', minutes)));
  end if;
  select span -> 'prices' into prices from jsonb_array_elements(counts -> 'times') as span
  where case when span ->> 'from' < (span ->> 'until') collate "C"
    then span -> 'days' @> weekday and span ->> 'from' <= clock and clock < span ->> 'until'
    else (span -> 'days' @> weekday and span ->> 'from' <= clock)
      or (span -> 'days' @> day_before and clock < span ->> 'until')
  end
  limit 1;
  return (
    select jsonb_agg(jsonb_build_object(
      'programme', case when jsonb_array_length(counts -> 'programmes') > 1 then programme -> 'name' end,
      'duration_minutes', programme -> 'duration_minutes',
      'price', coalesce(nullif(prices -> (number - 1)::integer, 'null'), programme -> 'price'),
      'usual_price', programme -> 'price') order by number)
    from jsonb_array_elements(counts -> 'programmes') with ordinality as each (programme, number)
  );
end $$;

-- The offer of that name, or the first without a name. null: no such offer.
create function offer_at(list jsonb, price numeric, minutes integer, chosen text, at timestamptz)
  returns jsonb language plpgsql stable parallel safe as $$
begin
  return (
    select offer
    from jsonb_array_elements(offers_at(list, price, minutes, at)) with ordinality as each (offer, number)
    where case when chosen is null then number = 1 else offer ->> 'programme' = chosen end
  );
end $$;
