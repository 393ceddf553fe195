-- Codes are counted by their exact address, too; address_hash is that of its mailbox. Null: other mail.
alter table code_mail_addresses add column exact_hash bytea;

-- Codes mailed to unverified accounts from a network since then; it starts at zero after a day.
create table mails_of_networks (
  network text primary key,
  since timestamptz not null default now(),
  mails integer not null
);
