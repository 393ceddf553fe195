-- The name of this installation, which the card processor keeps beside each charge. It is made by the
-- first start, so that a restored backup keeps its own.
create table installation (
  id uuid primary key default gen_random_uuid(),
  is_only boolean not null default true unique check (is_only)
);

-- Sealed by the server's secret, so that a start with another one is noticed: at most one row.
create table known_secret (
  is_only boolean primary key default true check (is_only),
  sealed bytea not null
);
