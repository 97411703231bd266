-- What was cancelled of a line after its release: all of it, and its tasks with it.
alter table tenant.fulfillment_lines
  add column qty_cancelled bigint not null default 0,
  add constraint fulfillment_lines_cancelled_check check (qty_cancelled in (0, qty));
