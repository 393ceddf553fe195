-- When a top-up put its money on the code, and when its refund arrived, for numbered receipts. null: before this.
alter table top_ups add column completed_at timestamptz;
create trigger derive_completed_at before insert or update on top_ups
  for each row when (new.status = 'completed' and new.completed_at is null)
  execute function derive_completed_at();
alter table top_up_refunds add column completed_at timestamptz;
create trigger derive_completed_at before insert or update on top_up_refunds
  for each row when (new.status = 'completed' and new.completed_at is null)
  execute function derive_completed_at();
create index top_up_refunds_completed on top_up_refunds (completed_at) where completed_at is not null;
create index top_up_refunds_returned on top_up_refunds (top_up_id)
  where status = 'failed' and completed_at is not null;
