-- Lists and searches of orders at a million orders. Views and filters read one index each, in the order of
-- the list.

-- Any state, not only those that wait.
drop index tenant.orders_by_state;
create index orders_by_state on tenant.orders (platform_id, state, placed_at desc, order_id desc);
create index orders_by_channel on tenant.orders (platform_id, channel_id, placed_at desc, order_id desc);
create index orders_by_tag on tenant.orders using gin (platform_id, tags) where tags <> '{}';

-- Searched by its beginning, which only this collation can do with an index.
drop index tenant.orders_by_external_id;
create index orders_by_external_id on tenant.orders (platform_id, external_id collate "C")
  where external_id is not null;
