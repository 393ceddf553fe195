-- When the reporter was last notified that the report is resolved: a case can be reopened and closed again and again.
alter table reports add column done_notified_at timestamptz;
