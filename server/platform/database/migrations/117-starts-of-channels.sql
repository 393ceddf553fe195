-- without transaction
-- A channel that hardly ever starts, beside others of its controller that do so every day.
create index concurrently if not exists starts_channel on starts (controller_id, channel, created_at desc);
