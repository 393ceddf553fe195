alter table card_payments add column programme text;
