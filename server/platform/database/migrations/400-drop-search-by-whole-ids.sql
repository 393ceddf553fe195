drop index transactions_text;
alter index transactions_words rename to transactions_text;
