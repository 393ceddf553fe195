alter table prepaid_codes validate constraint prepaid_codes_batch;
