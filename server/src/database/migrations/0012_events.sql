-- What happened, for screens and for other systems. A relay numbers committed rows without gaps.

create table tenant.tenant_events (
  platform_id uuid not null,
  event_no bigint not null generated always as identity,
  event_id uuid not null default gen_random_uuid(),
  type text not null,
  subject_type text not null,
  subject_id text not null,
  subject_version bigint not null,
  payload jsonb not null,
  occurred_at timestamptz not null default clock_timestamp(),
  feed_seq bigint,
  constraint tenant_events_pkey primary key (platform_id, event_no),
  constraint tenant_events_event_id_key unique (platform_id, event_id)
);
create index events_unnumbered on tenant.tenant_events (platform_id, event_no)
  where feed_seq is null;
create unique index events_feed on tenant.tenant_events (platform_id, feed_seq)
  where feed_seq is not null;
create index events_of_subject on tenant.tenant_events (platform_id, subject_type, subject_id);

call ops.make_tenant_table('tenant_events', 'select, insert', 'select, insert, delete');
grant usage on all sequences in schema tenant to stowage_app, stowage_stock;
