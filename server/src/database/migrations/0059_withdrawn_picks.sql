-- A pick that is taken away from its order, because its lot was put on hold or recalled, is withdrawn.
alter table tenant.pick_tasks
  drop constraint pick_tasks_state_check,
  add constraint pick_tasks_state_check check (
    state in ('ready', 'done', 'short', 'sent_back', 'withdrawn', 'cancelled'));
