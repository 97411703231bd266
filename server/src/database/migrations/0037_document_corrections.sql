-- Documents can be corrected: a completed receipt is reversed by line and quantity, and whoever edits a
-- draft adjustment counts as one of its authors.
alter table tenant.receipt_lines
  add column qty_reversed bigint not null default 0,
  add column reversed_serial_ids uuid[] not null default '{}';
update tenant.receipt_lines l set qty_reversed = l.qty_received, reversed_serial_ids = l.serial_ids
from tenant.receipts r
where r.platform_id = l.platform_id and r.receipt_id = l.receipt_id and r.state = 'reversed';
alter table tenant.receipt_lines
  add constraint receipt_lines_reversed_check check (qty_reversed between 0 and qty_received),
  add constraint receipt_lines_reversed_serials_check check (reversed_serial_ids <@ serial_ids);

alter table tenant.adjustments add column edited_by uuid[] not null default '{}';
