alter table devices validate constraint devices_coin_type_check;
