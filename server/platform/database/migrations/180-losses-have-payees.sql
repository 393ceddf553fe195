-- Whose money it was: the owner of the device, and whom the payment went to, where that is somebody else. As
-- accounts, which keep their id when they are closed, so that nothing here is to be forgotten.
alter table losses
  add column owner_id uuid references users,
  add column payee_id uuid references users;

create function payees_of_loss(loss losses, out owner_id uuid, out payee_id uuid) language sql stable as $$
  select whose.owner_id, payee.id
  from (
    select coalesce(transactions.owner_id, devices.owner_id) as owner_id,
      coalesce(transactions.paid_to, card_payments.paid_to) as paid_to
    from cycles
      join devices on devices.id = cycles.device_id
      left join transactions on transactions.id = cycles.transaction_id
      left join card_payments on card_payments.id = cycles.card_payment_id
    where cycles.id = loss.cycle_id
  ) as whose
    left join users as payee on payee.email = whose.paid_to and payee.id <> whose.owner_id
$$;

create function describe_loss() returns trigger language plpgsql as $$
begin
  select * into new.owner_id, new.payee_id from payees_of_loss(new);
  return new;
end $$;
create trigger describe_loss before insert on losses
  for each row execute function describe_loss();

-- Those that are there already get theirs once, and stay as they are in all else.
create function refuse_other_than_payees() returns trigger language plpgsql as $$
begin
  if old.owner_id is not null
    or to_jsonb(old) - array['owner_id', 'payee_id'] <> to_jsonb(new) - array['owner_id', 'payee_id']
  then
    raise exception '% is append-only', tg_table_name;
  end if;
  return new;
end $$;
drop trigger append_only on losses;
create trigger append_only before delete or truncate on losses
  for each statement execute function refuse_change_of_history();
create trigger append_only_rows before update on losses
  for each row execute function refuse_other_than_payees();

alter table losses add constraint losses_have_owners check (owner_id is not null) not valid;
