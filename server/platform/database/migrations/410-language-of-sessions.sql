alter table sessions add column language text;
