-- Customers are found by the beginning of their name, which is the second line of what they are searched by.
create index customers_by_name_key on tenant.customers (platform_id, split_part(search, E'\n', 2))
  where state = 'active';

-- What can be imported is listed in the contract alone.
alter table tenant.imports drop constraint imports_kind_check;
