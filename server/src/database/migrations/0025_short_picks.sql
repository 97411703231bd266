-- What a pick did not find, and nothing was found elsewhere for: the order waits for it.
alter table tenant.fulfillment_lines
  add column qty_short bigint not null default 0,
  add constraint fulfillment_lines_short_check check (qty_short between 0 and qty);
