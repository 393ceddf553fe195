create extension if not exists pg_trgm;

-- Searches ignore case, the final Greek sigma, and how Unicode writes accents, wide letters and ligatures.
-- PL/pgSQL keeps its plan; a function in SQL is parsed again by each statement that writes a row.
create function search_form(text) returns text language plpgsql immutable parallel safe as $$
begin
  return replace(lower(normalize($1, NFKC)), 'ς', 'σ');
end $$;

-- Device numbers that differ only in case or spaces are the same number.
-- Names its schema because an index is built without a search path.
create function number_form(text) returns text language sql immutable parallel safe as $$
  select regexp_replace(public.search_form($1), '\s', '', 'g')
$$;
