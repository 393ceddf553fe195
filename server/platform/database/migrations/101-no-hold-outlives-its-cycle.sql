-- What a card holds is taken when its machine runs, and voided when its cycle ends.
alter table cycles add constraint cycles_held
  check (money <> 'held' or (ended_at is null and transaction_id is null)) not valid;
