-- A code that is handed to somebody else can be mailed to them, too.
create function part_from_earlier_mails() returns trigger language plpgsql as $$
begin
  update code_mails set is_current = false where prepaid_code_id = new.id and is_current;
  return null;
end $$;
create trigger part_from_earlier_mails after update of customer_email on prepaid_codes
  for each row when (old.customer_email is distinct from new.customer_email)
  execute function part_from_earlier_mails();
