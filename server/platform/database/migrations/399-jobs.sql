-- One queue for mails and push messages instead of a table each. A row exists until its work is done or of no use.
create table jobs (
  id uuid primary key,
  queue text not null,
  -- The browser of a push message. No foreign key: those of a removed one are dropped once due.
  about uuid,
  -- Sealed by the server's secret, because mails contain codes.
  sealed bytea not null,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index jobs_due on jobs (queue, attempts, due_at);
create index jobs_over on jobs (expires_at);
-- Rows live for seconds, however many waited once.
alter table jobs set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- A row for all servers while the other side of a queue, such as the mail server, accepts nothing.
create table job_outages (
  queue text primary key,
  since timestamptz not null default now(),
  tries integer not null default 1,
  next_at timestamptz not null
);

insert into jobs (id, queue, sealed, attempts, due_at, created_at, expires_at)
  select id, 'mails', sealed, tries, next_try_at, created_at, expires_at from mails;
insert into jobs (id, queue, about, sealed, attempts, due_at, expires_at)
  select id, 'pushes', subscription_id, sealed, tries, next_try_at, expires_at from pushes;
insert into job_outages (queue, since, tries, next_at)
  select 'mails', since, tries, next_try_at from mail_outage;
drop table mails, pushes, mail_outage;
