-- Whoever is being closed at this moment adds none of these.
create trigger refuse_closed_account before insert on kept_codes
  for each row execute function refuse_closed_account('user_id');
create trigger refuse_closed_account before insert on notification_choices
  for each row execute function refuse_closed_account('user_id');
create trigger refuse_closed_account before insert on push_subscriptions
  for each row execute function refuse_closed_account('user_id');
