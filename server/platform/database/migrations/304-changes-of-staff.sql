-- By whom a change of many was begun: in whose membership, or null: by the account itself. Nobody goes on with
-- what somebody else has begun, nor undoes it.
alter table bulk_changes add column membership_id uuid references memberships on delete cascade;
create index bulk_changes_membership on bulk_changes (membership_id);
