-- null: not connected.
alter table controller_presence add column connected_at timestamptz;
-- null: its credential has ended, and there is no new one.
alter table controllers alter column credential_hash drop not null;
