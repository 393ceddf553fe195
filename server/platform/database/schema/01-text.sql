create extension if not exists pg_trgm;

-- How texts are searched: without regard to case, to the sigma that ends a Greek word, and to how Unicode
-- writes accents, wide letters and ligatures. Rows keep what is searched of them in this form, as one text
-- (`search_text`), since an index then goes through it once instead of once a column. Nothing that somebody
-- writes or looks for has the character between the columns (docs/decisions/0024).
-- In PL/pgSQL, whose plan a connection keeps: the text of a function in SQL is parsed again by each statement
-- that writes a row whose generated column calls it (docs/decisions/0053).
create function search_form(text) returns text language plpgsql immutable parallel safe as $$
begin
  return replace(lower(normalize($1, NFKC)), 'ς', 'σ');
end $$;

-- Numbers of devices differ that are not the same without case and spaces.
-- An index is made without a search path.
create function number_form(text) returns text language sql immutable parallel safe as $$
  select regexp_replace(public.search_form($1), '\s', '', 'g')
$$;
