-- without transaction
create index concurrently if not exists prepaid_codes_facts on prepaid_codes
  using gin (facts_text gin_trgm_ops) where facts_text is not null;
