-- Cycles in a row that did not start: who paid for them all (null: not kept, or not one alone), and whether one of
-- them ended for a reason that no payer can bring about.
alter table device_links
  add column not_started_payer_id uuid,
  add column not_started_surely boolean not null default false,
  -- Since when it is told that the cycles of one payer do not start.
  add column doubted_at timestamptz;
alter table alerts
  drop constraint alerts_kind_check,
  add constraint alerts_kind_check check (kind in ('silent', 'out_of_order', 'doubted')) not valid;
alter table alerts validate constraint alerts_kind_check;
