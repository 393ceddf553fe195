-- Sealed by the server's secret, so that a start with another one is noticed: at most one row.
create table known_secret (
  is_only boolean primary key default true check (is_only),
  sealed bytea not null
);
