-- By what issuers sort their codes, and what a code is found by beside its text: whom it is for.
alter table prepaid_codes add column tag text, add column facts_text text;
create function describe_facts() returns trigger language plpgsql as $$
begin
  new.facts_text = nullif(search_form(concat_ws(chr(31), new.customer_name, new.customer_email,
    new.phone_number, nullif(regexp_replace(new.phone_number, '\D', '', 'g'), new.phone_number),
    new.location, new.tag)), '');
  return new;
end $$;
create trigger describe_facts
  before insert or update of customer_name, customer_email, phone_number, location, tag on prepaid_codes
  for each row execute function describe_facts();
