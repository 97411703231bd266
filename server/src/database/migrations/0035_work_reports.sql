-- When a pick was reported short, and how reports find the work of a period.
alter table tenant.pick_tasks
  add column short_at timestamptz,
  add constraint pick_tasks_short_check check (short_at is null or state = 'short');
create index pick_tasks_picked on tenant.pick_tasks (platform_id, picked_at) where picked_at is not null;
create index pick_tasks_short on tenant.pick_tasks (platform_id, short_at) where short_at is not null;
create index packages_closed on tenant.packages (platform_id, closed_at) where closed_at is not null;
