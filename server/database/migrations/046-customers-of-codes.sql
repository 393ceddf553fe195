-- A code can be handed to somebody else. Its entries up to then are the affair of whom it was for: who
-- holds it now sees what came after (docs/decisions/0034).
alter table prepaid_codes add column entries_before_holder integer not null default 0;

create or replace function describe_code() returns trigger language plpgsql as $$
begin
  new.holder_is_issuer = exists (
    select from users where id = new.user_id and email = new.customer_email
  );
  if tg_op = 'UPDATE' and new.customer_email is distinct from old.customer_email then
    new.entries_before_holder = new.entries;
  end if;
  return new;
end $$;
