-- without transaction
create index concurrently if not exists top_ups_completed on top_ups (issuer_id, completed_at)
  where completed_at is not null and refusal is null;
