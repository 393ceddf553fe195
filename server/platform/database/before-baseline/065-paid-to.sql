-- In PL/pgSQL, as search_form: each payment asks it.
create or replace function paid_to(device devices) returns text language plpgsql stable as $$
begin
  if device.landlord_accepted then
    return device.landlord_email;
  end if;
  return (select email from users where id = device.owner_id);
end $$;
