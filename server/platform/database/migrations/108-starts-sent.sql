-- A box that knows no ids of starts is told one by whoever takes it first, once, and for how long.
alter table starts
  add column sent_at timestamptz,
  add column sent_seconds integer,
  add constraint starts_sent check ((sent_at is null) = (sent_seconds is null)) not valid;
