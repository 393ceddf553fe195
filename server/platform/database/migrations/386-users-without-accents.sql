-- without transaction
-- Accents are left out of the few texts that have letters beyond ASCII, as in server/lists/folded-text.ts.
create index concurrently if not exists users_folded on users using gin ((
  case when octet_length(search_text) <> length(search_text) then
    replace(replace(replace(replace(translate(
      lower(normalize(regexp_replace(normalize(search_text, NFKD),
        '[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g'), NFKC)),
      'øłđðħŧıς‘’ʼ‐–—−', 'olddhtiσ''''''----'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end
) gin_trgm_ops) where octet_length(search_text) <> length(search_text);
