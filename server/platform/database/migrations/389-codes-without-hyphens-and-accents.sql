-- without transaction
-- As in server/lists/folded-text.ts: codes without their hyphens, and facts with letters beyond ASCII without accents.
create index concurrently if not exists prepaid_codes_folded on prepaid_codes using gin (
replace(search_text, '-', '') gin_trgm_ops, (
  case when octet_length(facts_text) <> length(facts_text) then
    replace(replace(replace(replace(translate(
      lower(normalize(regexp_replace(normalize(facts_text, NFKD),
        '[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g'), NFKC)),
      'øłđðħŧıς‘’ʼ‐–—−', 'olddhtiσ''''''----'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end
) gin_trgm_ops);
