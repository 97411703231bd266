-- Failed sign-ins of one address on one plane, counted before the password is looked at. The lane is
-- a keyed hash, so that nobody reads from it which addresses were tried. Never a foreign key: an
-- address without an account has a lane as well.
create table identity.sign_in_lanes (
  lane_hash bytea not null,
  -- Since the last success or quiet time.
  failures int not null,
  -- Since the last success.
  streak int not null,
  last_failure_at timestamptz not null,
  constraint sign_in_lanes_pkey primary key (lane_hash)
);
create index sign_in_lanes_by_age on identity.sign_in_lanes (last_failure_at);
grant select, insert, update, delete on identity.sign_in_lanes to stowage_app;
