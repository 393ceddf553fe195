-- What servers met in the last day, counted by the hour: where and of which kind errors were, and texts of slow
-- statements; never what anybody typed.
create table server_problems (
  hour timestamptz not null,
  kind text not null check (kind in ('error', 'slow_statement')),
  -- Of a statement its text, else the route of a call or what the server was doing.
  source text not null,
  -- Empty for a statement.
  error text not null,
  times integer not null,
  -- Of a statement.
  longest_ms integer,
  last_at timestamptz not null,
  primary key (hour, kind, source, error)
);
