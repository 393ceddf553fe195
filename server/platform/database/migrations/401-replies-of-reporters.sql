alter table report_answers add column is_from_reporter boolean not null default false;
