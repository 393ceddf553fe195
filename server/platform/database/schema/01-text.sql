create extension if not exists pg_trgm;

-- PostgreSQL parses the text of each check again for each statement. Tables of a payment have one check, which calls a
-- function with all conditions. The function calls this one for a condition that fails.
create function refuse_row(table_name text, constraint_name text) returns boolean language plpgsql as $$
begin
  raise exception 'new row for relation "%" violates check constraint "%"', table_name, constraint_name
    using errcode = 'check_violation', table = table_name, constraint = constraint_name;
end $$;

-- Searches ignore case, the final Greek sigma, and how Unicode writes accents, wide letters and ligatures.
-- PL/pgSQL keeps its plan; a function in SQL is parsed again by each statement that writes a row.
create function normalize_search_text(text) returns text language plpgsql immutable parallel safe as $$
begin
  return replace(lower(normalize($1, NFKC)), 'ς', 'σ');
end $$;

-- Device numbers that differ only in case or spaces are the same number.
-- Names its schema because an index is built without a search path.
create function normalize_device_number(text) returns text language sql immutable parallel safe as $$
  select regexp_replace(public.normalize_search_text($1), '\s', '', 'g')
$$;
