-- The few codes that somebody issued to themselves, found without reading all that they issued.
create index prepaid_codes_own on prepaid_codes (user_id)
  where holder_is_issuer and deleted_at is null;
