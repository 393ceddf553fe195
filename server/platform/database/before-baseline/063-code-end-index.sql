-- without transaction
create index concurrently if not exists prepaid_codes_end on prepaid_codes (expires_at)
  where has_balance and deleted_at is null;
