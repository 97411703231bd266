-- Documents that are still to be done are few among many: their lists, and what asks whether an item or
-- a place is in one of them, read these alone.
create index receipts_open on tenant.receipts (platform_id, created_at desc, receipt_id desc)
  where state = 'open';
create index adjustments_open on tenant.adjustments (platform_id, created_at desc, adjustment_id desc)
  where state in ('draft', 'pending_approval');
