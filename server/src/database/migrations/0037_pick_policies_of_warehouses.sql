-- How the stock of a warehouse is picked. Null for the policy of the workspace.
alter table tenant.warehouses
  add column pick_policy text,
  add constraint warehouses_pick_policy_check
    check (pick_policy in ('fefo', 'fifo', 'closest', 'fewest'));
