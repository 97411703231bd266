-- Who is to pick a task; null is free for anyone.
alter table tenant.pick_tasks add column assigned_to uuid;
create index pick_tasks_ready on tenant.pick_tasks (platform_id, assigned_to, location_id)
  where state = 'ready';
