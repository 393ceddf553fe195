-- Every mail that its address may not have asked for is counted here, whatever causes it.
alter table code_mail_addresses add column kind text not null default 'code_mail';
