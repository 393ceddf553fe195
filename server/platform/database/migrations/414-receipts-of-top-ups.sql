-- A receipt is of a payment or of a card top-up, whose tax is due at the sale of the code.
alter table receipts
  add column top_up_id uuid,
  alter column transaction_id drop not null,
  add constraint receipts_subject check (num_nonnulls(transaction_id, top_up_id) = 1);
create unique index receipts_top_up on receipts (top_up_id) where refund_id is null;
create index receipts_top_ups_issued on receipts (issued_at) where top_up_id is not null;
