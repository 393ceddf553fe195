-- Since when a machine has not answered a question, though its controller is heard; null once it has.
alter table device_links add column unanswered_at timestamptz;
