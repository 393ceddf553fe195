-- Changes of many devices or codes: what they would do, what they did, and how it was, for as long as somebody
-- may undo it or read the report.
create table bulk_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  things text not null check (things in ('devices', 'prepaid_codes')),
  -- By field, as text.
  set_to jsonb not null,
  unchanged integer not null,
  state text not null default 'planned'
    check (state in ('planned', 'applying', 'applied', 'undoing', 'undone')),
  applied_at timestamptz,
  created_at timestamptz not null default now()
);
create index bulk_changes_user on bulk_changes (user_id);
create index bulk_changes_age on bulk_changes (created_at);
create trigger refuse_closed_account before insert on bulk_changes
  for each row execute function refuse_closed_account('user_id');

create table bulk_change_rows (
  bulk_change_id uuid not null references bulk_changes on delete cascade,
  row_id uuid not null,
  state text not null check (state in ('planned', 'changed', 'left', 'undone', 'kept')),
  -- Of a row that is left, or that an undo kept as it is.
  reason text,
  -- Of what may be changed, as it was seen and then as it was left.
  version text not null,
  -- What was there in place of set_to.
  before jsonb not null,
  primary key (bulk_change_id, row_id)
);
create index bulk_change_rows_state on bulk_change_rows (bulk_change_id, state, row_id);
