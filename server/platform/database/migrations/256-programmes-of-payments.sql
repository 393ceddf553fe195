-- The name of the programme that was paid for, as it was then. null: the device had one alone.
alter table transactions add column programme text;
