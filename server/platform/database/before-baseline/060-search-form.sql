-- In PL/pgSQL, whose plan a connection keeps. The text of a function in SQL is parsed again by each statement
-- that writes a row whose generated column calls it: a tenth of what a payment took (docs/decisions/0053).
create or replace function search_form(text) returns text language plpgsql immutable parallel safe as $$
begin
  return replace(lower(normalize($1, NFKC)), 'ς', 'σ');
end $$;
