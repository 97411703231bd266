-- Lots are listed by the day they expire; those that never do come last.
alter table tenant.lots
  add column expires_by date not null
    generated always as (coalesce(expires_on, date '9999-12-31')) stored;
create index lots_by_expiry on tenant.lots (platform_id, expires_by, lot_id);
