-- Webhook events of bookings and queues, for the landlord of the room.
create function enqueue_room_deliveries(event text, subject uuid, room uuid) returns void language plpgsql as $$
begin
  perform enqueue_deliveries(event, subject, (
      select owner_id from devices where room_id = room and landlord_is_owner and deleted_at is null limit 1
    ), landlord_email)
  from rooms where id = room;
end $$;

create function enqueue_booking_deliveries() returns trigger language plpgsql as $$
begin
  perform enqueue_room_deliveries(
    case when tg_op = 'INSERT' then 'booking.created' when new.ended_at is null then 'booking.moved' else 'booking.ended' end,
    new.id, (select room_id from machine_groups where id = new.group_id));
  return null;
end $$;
create trigger enqueue_deliveries after insert on bookings
  for each row execute function enqueue_booking_deliveries();
create trigger enqueue_deliveries_on_update after update on bookings
  for each row when (old.ended_at is null
    and (new.ended_at is not null or (old.group_id, old.starts_at) is distinct from (new.group_id, new.starts_at)))
  execute function enqueue_booking_deliveries();

create function enqueue_queue_deliveries() returns trigger language plpgsql as $$
begin
  perform enqueue_room_deliveries(
    case when new.ended_at is null then 'queue.joined' else 'queue.ended' end, new.id, new.room_id);
  return null;
end $$;
create trigger enqueue_deliveries after insert on queue_entries
  for each row execute function enqueue_queue_deliveries();
create trigger enqueue_deliveries_on_update after update on queue_entries
  for each row when (old.ended_at is null and new.ended_at is not null) execute function enqueue_queue_deliveries();

create function enqueue_turn_deliveries() returns trigger language plpgsql as $$
begin
  perform enqueue_room_deliveries('queue.turn', new.queue_entry_id,
    (select room_id from queue_entries where id = new.queue_entry_id));
  return null;
end $$;
create trigger enqueue_deliveries after insert on machine_holds
  for each row when (new.queue_entry_id is not null) execute function enqueue_turn_deliveries();
