-- Who picked what of a task, and the scan that said so.
alter table tenant.pick_tasks
  add column picked_at timestamptz,
  add column picked_by uuid,
  -- Given by the device, so that a scan that is sent twice counts once.
  add column scan_id uuid,
  add constraint pick_tasks_picked_check check ((state = 'done') = (picked_at is not null)),
  add constraint pick_tasks_task_key unique (platform_id, pick_task_id),
  add constraint pick_tasks_scan_key unique nulls distinct (platform_id, scan_id);
comment on constraint pick_tasks_scan_key on tenant.pick_tasks is 'code: idempotency_conflict';
