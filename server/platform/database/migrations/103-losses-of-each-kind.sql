-- A machine that ran longer than was paid for, and then a card that is not charged: two losses of one cycle.
alter table losses drop constraint losses_cycle_id_key, add constraint losses_once unique (cycle_id, why);
