-- What was missing or damaged when it was packed is not picked any more.
alter table tenant.pick_tasks
  drop constraint pick_tasks_state_check,
  add constraint pick_tasks_state_check check (state in ('ready', 'done', 'short', 'sent_back', 'cancelled'));
-- An item can be damaged when it is picked or packed, too.
update tenant.reasons set applies = array_append(applies, 'short_pick')
where code = 'damaged' and not 'short_pick' = any (applies);
