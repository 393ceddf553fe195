-- Whether the address of its issuer was verified when a code was issued. The times of the two cannot tell
-- once the clock was set between them. null: issued before this was kept, so that times tell.
alter table prepaid_codes add column issuer_was_verified boolean;

create function note_issuer() returns trigger language plpgsql as $$
begin
  select email_verified into new.issuer_was_verified from users where id = new.user_id;
  return new;
end $$;
create trigger note_issuer before insert on prepaid_codes
  for each row execute function note_issuer();
