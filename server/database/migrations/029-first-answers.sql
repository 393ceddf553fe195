-- What is kept for a key says which kind of answer it is. Kept so far: of a payment with a code the row
-- that it made, and of what asks the card processor the id of what had begun.
update idempotency_keys set answer = case
    when answer->>'refusal' is null then jsonb_build_object('done', jsonb_build_object(
      'remaining_balance', answer->'remaining_balance',
      'transaction', answer || jsonb_build_object('created_at', to_char(
        (answer->>'created_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))))
    else jsonb_build_object('refusal', answer->'refusal', 'facts', jsonb_build_object(
      'price', ((answer->>'price')::numeric * 100)::bigint,
      'minutes', answer->'current_minutes',
      'balance', (coalesce((answer->>'balance_before')::numeric, 0) * 100)::bigint))
  end
  where answer ? 'current_minutes';
update idempotency_keys set answer = jsonb_build_object('begun', answer->'done')
  where (answer->'done') - 'id' = '{}';
