-- One photo of a report, under the report's id, as the server has made it anew. In a table of its own, which no list reads.
create table report_photos (
  id uuid primary key references reports on delete cascade,
  photo bytea not null check (octet_length(photo) <= 512 * 1024),
  created_at timestamptz not null default now()
);
-- It is packed as far as it goes already.
alter table report_photos alter column photo set storage external;

-- How many photos there were from a network since then; begun anew after a day.
create table photos_of_networks (
  network text primary key,
  since timestamptz not null default now(),
  photos integer not null
);
