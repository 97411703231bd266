-- Customers are found by the beginning of their first email, which is the third line of what they are searched by.
create index customers_by_email_key on tenant.customers
  (platform_id, split_part(search, E'\n', 3) collate "C")
  where state = 'active';
