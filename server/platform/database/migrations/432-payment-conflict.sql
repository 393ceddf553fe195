-- As in 422, but most payments find nothing against them with one query.
create or replace function payment_conflict(device uuid, payer uuid, minutes integer) returns text
  language plpgsql volatile as $$
declare
  moment timestamptz := clock_timestamp();
  slot record;
  is_own boolean := false;
  runs_over boolean := false;
begin
  -- Before the look-up, which then sees holds made until now.
  perform pg_advisory_xact_lock_shared(7272, hashtext(device::text));
  if not exists (
    select from booked_machines
    where device_id = device and period && tstzrange(moment, moment + make_interval(mins => minutes), '[]')
  ) and not exists (
    select from machine_holds where device_id = device and ended_at is null
  ) and not exists (
    select from devices join queue_entries using (room_id, device_type)
    where devices.id = device and queue_entries.ended_at is null
  ) then
    return null;
  end if;
  for slot in
    select bookings.user_id, lower(period) as begins, upper(period) as ends, rooms.booking_rules as rules
    from booked_machines join bookings on bookings.id = booking_id
      join machine_groups on machine_groups.id = group_id join rooms on rooms.id = room_id
    where device_id = device and period && tstzrange(moment, moment + make_interval(mins => minutes), '[]')
      and (release_at is null or release_at > moment)
  loop
    if slot.begins > moment then
      runs_over := runs_over or slot.user_id <> payer and not (slot.rules -> 'overrun_allowed')::boolean;
    elsif slot.user_id <> payer then
      return 'held_for_another';
    elsif moment > slot.ends - make_interval(mins => (slot.rules -> 'last_start_minutes')::integer) then
      return 'slot_ending';
    else
      is_own := true;
    end if;
  end loop;
  if runs_over then return 'runs_into_booking'; end if;
  if is_own then return null; end if;
  return case when is_held_for_another(device, payer) then 'held_for_another' end;
end $$;
