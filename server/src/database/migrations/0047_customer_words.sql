-- Customers are found by any word of their name (weight A), and by emails and the last digits of phone numbers (weight
-- B). The server writes the words, as it does those of variants.
-- Needs: authz.customers_with
alter table tenant.customers add column words tsvector not null default '';
update tenant.customers c set words =
  setweight(to_tsvector('simple', split_part(search, E'\n', 1) || ' ' || split_part(search, E'\n', 2)), 'A')
  || setweight(to_tsvector('simple', lower(array_to_string(emails, ' '))), 'B')
  || setweight(to_tsvector('simple', coalesce((
    select string_agg(substr(p.digits, n), ' ')
    from (select regexp_replace(phone, '\D', '', 'g') as digits from unnest(phones) phone) p,
      generate_series(1, length(p.digits) - 3) n), '')), 'B');
create index customers_words on tenant.customers using gin (platform_id, words);
drop index tenant.customers_by_email_key;
grant select (platform_id, customer_id, words) on tenant.customers to stowage_authz;
create policy authz_reads on tenant.customers for select to stowage_authz using (true);
