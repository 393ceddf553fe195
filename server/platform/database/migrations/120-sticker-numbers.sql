-- What stands on the sticker of a device, and what its address ends with: it says nothing of how many there
-- are, never changes and is never given to another one (docs/decisions/0090).
alter table devices add column sticker_number text;

-- 0 for a number whose last digit is right; else the digit that is to follow (contract/sticker-numbers.ts).
create function sticker_check(digits text) returns integer language plpgsql immutable as $$
declare
  damm constant text := '0317598642' || '7092154863' || '4206871359' || '1750983426' || '6123045978'
    || '3674209581' || '5869720134' || '8945362017' || '9438617205' || '2581436790';
  row integer := 0;
begin
  for place in 1 .. length(digits) loop
    row := substr(damm, 10 * row + substr(digits, place, 1)::integer + 1, 1)::integer;
  end loop;
  return row;
end $$;

-- Of two that are drawn at the same moment the index refuses one, which is drawn again.
create function new_sticker_number() returns text language plpgsql as $$
declare
  number text;
begin
  loop
    number := (10000000 + floor(random() * 90000000))::integer::text;
    number := number || sticker_check(number);
    if not exists (select from devices where sticker_number = number) then
      return number;
    end if;
  end loop;
end $$;

create function number_sticker() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.sticker_number is not null then
    if new.sticker_number is distinct from old.sticker_number then
      raise exception 'a device keeps its sticker number';
    end if;
  elsif new.sticker_number is null then
    new.sticker_number = new_sticker_number();
  end if;
  return new;
end $$;
create trigger number_sticker before insert or update on devices
  for each row execute function number_sticker();

alter table devices add constraint devices_sticker_number_form check (
  sticker_number is not null and sticker_number ~ '^[1-9]\d{8}$' and sticker_check(sticker_number) = 0
) not valid;
