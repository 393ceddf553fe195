-- What people say is wrong with machines. All reports of the same fault of the same machine are one case, which is
-- opened again by the next report.
create table report_cases (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references devices,
  kind text not null check (kind in ('did_not_start', 'stopped_early', 'damaged', 'other')),
  -- Last.
  reported_at timestamptz not null default now(),
  -- null: open.
  done_at timestamptz,
  unique (device_id, kind)
);
create index report_cases_open on report_cases (reported_at desc, id desc) where done_at is null;

create table reports (
  id uuid primary key default gen_random_uuid(),
  case_id uuid not null references report_cases on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- Of the device, at that time.
  device_label text not null,
  device_number text not null,
  -- Of the reporter at this device: a transaction, or a card that was only held.
  payment_id uuid,
  -- Whether the reporter had ever paid there.
  has_paid boolean not null,
  text text,
  -- Of the reporter, for what they are told.
  language text not null default 'en',
  created_at timestamptz not null default now(),
  -- null: open.
  done_at timestamptz
);
create index reports_case on reports (case_id, created_at desc, id desc);
create index reports_user on reports (user_id, created_at desc, id desc);
create trigger refuse_closed_account before insert on reports
  for each row execute function refuse_closed_account('user_id');

-- By whoever runs the machine.
create table report_answers (
  id uuid primary key default gen_random_uuid(),
  report_id uuid not null references reports on delete cascade,
  text text not null,
  created_at timestamptz not null default now()
);
create index report_answers_report on report_answers (report_id, created_at);
