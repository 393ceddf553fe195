-- What is to be told of reports, until it is told. Accounts are looked for when the time has come.
create table report_notices (
  id uuid primary key default gen_random_uuid(),
  report_id uuid not null references reports on delete cascade,
  -- case: the report opened its case, which whoever runs the machine is told. The reporter is told of the others.
  what text not null check (what in ('case', 'answered', 'done')),
  answer_id uuid references report_answers on delete cascade,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  next_look_at timestamptz not null default now(),
  check ((what = 'answered') = (answer_id is not null))
);
create index report_notices_due on report_notices (next_look_at);
create index report_notices_report on report_notices (report_id);
create index report_notices_answer on report_notices (answer_id);
create index report_notices_user on report_notices (user_id);
