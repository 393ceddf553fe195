-- Whoever paid, where they said that they have paid for no other time there that has not ended. Without a link
-- of its device alone: one that is switched runs one cycle at a time, whoever pays.
alter table cycles add column once_for_payer uuid;
