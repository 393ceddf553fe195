-- Answers to calls that create or move money, by the caller's key: a repeated call gets the same answer and does
-- nothing.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null,
  -- Of the call and its body, with a secret of the server: a body may contain a prepaid code.
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  constraint idempotency_keys_used primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
-- Stored refusals of an account, whose number is limited.
create index idempotency_keys_refused on idempotency_keys (user_id, created_at)
  where answer ? 'refusal';
create trigger refuse_closed_account before insert on idempotency_keys
  for each row execute function refuse_closed_account('user_id');
