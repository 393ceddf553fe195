-- What a challenge was asked for, so that it is good for nothing else. Those of before do not say it,
-- and are good for a few minutes only.
delete from passkey_challenges;
alter table passkey_challenges
  add column purpose text not null check (purpose in ('sign_in', 'proof', 'creation')),
  add constraint passkey_challenges_whose check ((purpose = 'sign_in') = (user_id is null));
