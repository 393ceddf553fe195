-- The refusals that an account's keys stand for, of which so many are kept.
create index idempotency_keys_refused on idempotency_keys (user_id, created_at)
  where answer ? 'refusal';
