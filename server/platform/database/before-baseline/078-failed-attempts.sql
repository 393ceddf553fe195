-- Who guesses is throttled by their failed attempts, in the words of the field. A server of the version before
-- does not work with this any more.
alter table wrong_guesses rename to failed_attempts;
alter table failed_attempts rename column guesser to throttle_key;
alter index wrong_guesses_age rename to failed_attempts_age;
alter function guess_wait rename to attempt_wait;

do $$ declare name text; definition text; begin
  for name in
    select conname from pg_constraint
    where conrelid = 'failed_attempts'::regclass and conname like 'wrong_guesses%'
  loop
    execute format('alter table failed_attempts rename constraint %I to %I', name,
      replace(replace(name, 'wrong_guesses', 'failed_attempts'), 'guesser', 'throttle_key'));
  end loop;
  for definition in
    select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc ~ 'wrong_guesses'
  loop
    definition = replace(definition, 'wrong_guesses', 'failed_attempts');
    definition = replace(definition, 'own_guesses', 'own_attempts');
    execute replace(definition, 'guesser', 'throttle_key');
  end loop;
end $$;
