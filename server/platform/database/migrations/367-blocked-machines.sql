-- A machine that is linked, has no open cycle and would refuse a payment: switched on by hand, or with a fault.
alter table device_links
  add column blocked_by text check (blocked_by in ('in_use', 'fault')),
  add column blocked_since timestamptz;
