-- without transaction
create index concurrently if not exists prepaid_codes_batch_lines on prepaid_codes (batch_id, batch_line)
  where batch_id is not null;
