-- Every code that was mailed is good until it runs out, so that asking for another ends none. Tries are
-- counted by network for each of them: nobody uses up the tries of somebody elsewhere.
alter table email_codes
  drop constraint email_codes_pkey,
  add primary key (user_id, purpose, code_hash),
  drop column attempts;
create table email_code_tries (
  user_id uuid not null,
  purpose text not null,
  code_hash bytea not null,
  network text not null,
  tries integer not null,
  primary key (user_id, purpose, code_hash, network),
  foreign key (user_id, purpose, code_hash) references email_codes on delete cascade
);

-- One session, one chain of refresh tokens: of those that forked only the newest goes on.
delete from refresh_tokens as older using refresh_tokens as newer
where older.replaced_at is null and newer.replaced_at is null
  and older.session_id = newer.session_id
  and (older.created_at, older.token_hash) < (newer.created_at, newer.token_hash);
create unique index refresh_tokens_current on refresh_tokens (session_id) where replaced_at is null;
