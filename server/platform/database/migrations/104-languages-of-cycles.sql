-- Of whoever paid, to be told in what became of the machine. null: paid before that was kept.
alter table cycles add column language text;
