-- Of codes that were issued by the batch: which, and in which line.
alter table prepaid_codes add column batch_id uuid, add column batch_line integer;
alter table prepaid_codes add constraint prepaid_codes_batch foreign key (batch_id)
  references code_batches not valid;
