-- How orders are picked and packed, unless a product says otherwise.
alter table tenant.warehouse_settings
  add column pack_scan text not null default 'required',
  add column short_pick_holds boolean not null default true,
  add column pick_policy text not null default 'fefo',
  add constraint warehouse_settings_pack_scan_check check (pack_scan in ('required', 'optional')),
  add constraint warehouse_settings_pick_policy_check
    check (pick_policy in ('fefo', 'fifo', 'closest', 'fewest'));

-- Null for the policy of the release.
alter table tenant.variants
  add column pick_policy text,
  add constraint variants_pick_policy_check
    check (pick_policy in ('fefo', 'fifo', 'closest', 'fewest'));

-- It has one more parameter from now on.
drop function if exists stock.allocate(uuid, bigint[], text);
