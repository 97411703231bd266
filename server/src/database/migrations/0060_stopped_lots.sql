-- Lots on hold and recalled are few; what is still promised of them is looked for every time the exceptions are listed.
create index lots_stopped on tenant.lots (platform_id, lot_id) where state <> 'active';
