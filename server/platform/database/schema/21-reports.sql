-- Faults that users reported. Reports of one fault of one device are one case, which the next report reopens.
create table report_cases (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references devices,
  kind text not null check (kind in ('did_not_start', 'stopped_early', 'damaged', 'other')),
  -- Newest report.
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
  -- The reporter's at this device: a transaction, or a card that was only authorized.
  payment_id uuid,
  -- Whether the reporter had ever paid there.
  has_paid boolean not null,
  text text,
  -- Filed by the server for a payer whose refund the owner decides.
  is_automatic boolean not null default false,
  -- Of the reporter, for notifications.
  language text not null default 'en',
  created_at timestamptz not null default now(),
  -- null: open.
  done_at timestamptz
);
create index reports_case on reports (case_id, created_at desc, id desc);
create index reports_user on reports (user_id, created_at desc, id desc);
create trigger refuse_closed_account before insert on reports
  for each row execute function refuse_closed_account('user_id');

-- Answers of the operator.
create table report_answers (
  id uuid primary key default gen_random_uuid(),
  report_id uuid not null references reports on delete cascade,
  text text not null,
  created_at timestamptz not null default now()
);
create index report_answers_report on report_answers (report_id, created_at);

-- One photo of a report, encoded by the server. Apart from reports, so that lists do not read it.
create table report_photos (
  id uuid primary key references reports on delete cascade,
  photo bytea not null check (octet_length(photo) <= 512 * 1024),
  created_at timestamptz not null default now()
);
-- Photos are compressed already. PostgreSQL 15 has no shorter syntax.
alter table report_photos alter column photo set storage external;
