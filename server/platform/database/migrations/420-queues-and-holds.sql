alter table devices add constraint devices_room_id_fkey foreign key (room_id) references rooms not valid;

-- People in line for a type of machine in a room.
create table queue_entries (
  id uuid primary key default gen_random_uuid(),
  room_id uuid not null references rooms,
  device_type text not null,
  user_id uuid not null references users on delete cascade,
  -- Order of the line. A missed turn moves the entry to its end.
  line_number bigint not null generated always as identity,
  missed_turns integer not null default 0,
  -- Of the user when joining, for notifications.
  language text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  outcome text constraint queue_entries_outcome check (outcome in ('served', 'left', 'missed', 'expired', 'closed')),
  constraint queue_entries_end check ((ended_at is null) = (outcome is null))
);
create unique index queue_entries_once on queue_entries (user_id, room_id, device_type) where ended_at is null;
create index queue_entries_line on queue_entries (room_id, device_type, line_number) where ended_at is null;
create index queue_entries_ended on queue_entries (ended_at) where ended_at is not null;
create trigger refuse_closed_account before insert on queue_entries
  for each row execute function refuse_closed_account('user_id');

-- Machines that take payments of one account only, free of charge, for some minutes.
create table machine_holds (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references devices,
  user_id uuid not null references users on delete cascade,
  -- null: held on request.
  queue_entry_id uuid references queue_entries on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  outcome text constraint machine_holds_outcome check (outcome in ('used', 'unused', 'given_up', 'closed')),
  constraint machine_holds_end check ((ended_at is null) = (outcome is null))
);
-- A machine has one holder.
create unique index machine_holds_device on machine_holds (device_id) where ended_at is null;
create unique index machine_holds_user on machine_holds (user_id) where ended_at is null and queue_entry_id is null;
create unique index machine_holds_turn on machine_holds (queue_entry_id) where ended_at is null;
create index machine_holds_ended on machine_holds (user_id, ended_at) where ended_at is not null;
create trigger refuse_closed_account before insert on machine_holds
  for each row execute function refuse_closed_account('user_id');

-- Whether a machine takes no payment of this account. Locks it against holds, and looks after the lock: a statement
-- that waited for its code would miss a hold made since. The lock is that of server/platform/database/locks.ts.
create function is_held_for_another(device uuid, payer uuid) returns boolean language plpgsql volatile as $$
declare
  holder uuid;
begin
  perform pg_advisory_xact_lock_shared(7272, hashtext(device::text));
  select user_id into holder from machine_holds
  where device_id = device and ended_at is null and expires_at > clock_timestamp();
  if found then return holder is distinct from payer; end if;
  -- A machine that became available a moment ago is for the first in line, who is not told yet.
  select entry.user_id into holder
  from devices join queue_entries as entry
    on entry.room_id = devices.room_id and entry.device_type = devices.device_type and entry.ended_at is null
  where devices.id = device and not exists (
    select from machine_holds where queue_entry_id = entry.id and ended_at is null and expires_at > clock_timestamp()
  )
  order by entry.line_number limit 1;
  if not found or holder = payer then return false; end if;
  -- Those who use it can add time.
  return not exists (
    select from cycles join transactions on transactions.id = cycles.id
    where cycles.device_id = device and cycles.ended_at is null and cycles.ends_at > now()
      and transactions.payer_id = payer
  );
end $$;
