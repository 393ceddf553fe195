-- without transaction
create index concurrently if not exists transactions_words on transactions
  using gin ((left(id::text, 8)) gin_trgm_ops, search_text gin_trgm_ops);
