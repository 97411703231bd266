-- When an address last got a mail that nobody signed in asked for, so that it is not flooded. By
-- address and not by account: some of these addresses have none.
create table identity.address_notices (
  email_key text not null,
  kind text not null,
  sent_at timestamptz not null,
  constraint address_notices_pkey primary key (email_key, kind),
  constraint address_notices_kind_check check (kind in ('registration_tried', 'platforms'))
);
grant select, insert, update, delete on identity.address_notices to stowage_app;
