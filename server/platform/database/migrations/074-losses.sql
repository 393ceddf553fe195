-- What a machine ran without being paid for, or a card did not pay in the end. No movement of money.
create table losses (
  id uuid primary key default gen_random_uuid(),
  cycle_id uuid not null unique references cycles,
  why text not null check (why in ('ran_after_refund', 'capture_failed')),
  amount numeric(12, 2) not null check (amount > 0),
  created_at timestamptz not null default now()
);
create trigger append_only before update or delete or truncate on losses
  for each statement execute function refuse_change_of_history();
