-- Changes of many devices or codes: plan, result and previous values, while they can be undone or the report read.
create table bulk_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- The membership of the member of staff who began it; only they continue or undo it. null: the account.
  membership_id uuid references memberships on delete cascade,
  things text not null check (things in ('devices', 'prepaid_codes')),
  -- By field, as text.
  new_values jsonb not null,
  unchanged integer not null,
  state text not null default 'planned'
    check (state in ('planned', 'applying', 'applied', 'undoing', 'undone')),
  applied_at timestamptz,
  created_at timestamptz not null default now()
);
create index bulk_changes_user on bulk_changes (user_id);
create index bulk_changes_membership on bulk_changes (membership_id);
create index bulk_changes_age on bulk_changes (created_at);
create trigger refuse_closed_account before insert on bulk_changes
  for each row execute function refuse_closed_account('user_id');

create table bulk_change_rows (
  bulk_change_id uuid not null references bulk_changes on delete cascade,
  row_id uuid not null,
  state text not null check (state in ('planned', 'changed', 'left', 'undone', 'kept')),
  -- Why the row was skipped, or an undo kept it.
  reason text,
  -- Of the fields that can change: as planned, then as changed.
  version text not null,
  -- The previous values of new_values.
  old_values jsonb not null,
  primary key (bulk_change_id, row_id)
);
create index bulk_change_rows_state on bulk_change_rows (bulk_change_id, state, row_id);
