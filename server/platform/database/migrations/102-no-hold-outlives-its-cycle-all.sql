alter table cycles validate constraint cycles_held;
