-- Codes that somebody typed in and keeps to pay with again, as they were then: with another text or for
-- somebody else they are not theirs to use any more.
create table kept_codes (
  user_id uuid not null references users,
  prepaid_code_id uuid not null references prepaid_codes,
  code_as_kept bytea not null,
  primary key (user_id, prepaid_code_id)
);
