-- Example data on its way into or out of a workspace, serial numbers that are looked up without knowing
-- what they are of, and how often members call.

create table tenant.demo_runs (
  platform_id uuid not null,
  size text not null,
  state text not null,
  -- What is being done, for people, and how far it is.
  step text not null default '',
  percent int not null default 0,
  requested_by uuid not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  constraint demo_runs_pkey primary key (platform_id),
  -- Whoever takes the warehouse away takes this with it.
  constraint demo_runs_settings_fkey foreign key (platform_id)
    references tenant.warehouse_settings (platform_id) on delete cascade,
  constraint demo_runs_size_check check (size in ('small', 'large')),
  constraint demo_runs_state_check check (state in ('loading', 'loaded', 'removing', 'failed')),
  constraint demo_runs_percent_check check (percent between 0 and 100)
);

create table tenant.api_calls (
  platform_id uuid not null,
  -- The first day of the month, in UTC.
  month date not null,
  calls bigint not null,
  constraint api_calls_pkey primary key (platform_id, month),
  constraint api_calls_platform_fkey foreign key (platform_id)
    references tenant.platforms (platform_id) on delete cascade
);

create index serials_by_code on tenant.serials (platform_id, code);

grant select, insert, update, delete on tenant.demo_runs to stowage_app;
grant select, insert, update on tenant.api_calls to stowage_app;

do $$
declare
  name text;
begin
  foreach name in array array['demo_runs', 'api_calls']
  loop
    execute format('alter table tenant.%I enable row level security', name);
    execute format('alter table tenant.%I force row level security', name);
    execute format(
      'create policy own_platform on tenant.%I for all to stowage_app
         using (platform_id = (select nullif(current_setting(''app.platform_id'', true), '''')::uuid))
         with check (platform_id = (select nullif(current_setting(''app.platform_id'', true), '''')::uuid))',
      name
    );
  end loop;
end
$$;

-- Items of the platform of this transaction with words that match, in no order. Matching text is not
-- leakproof, so under a policy the text index is never used: every item of the platform would be read.
-- This role sees all rows; the function itself keeps to one platform. How many words begin alike is not
-- known beforehand, and the guess would read a million items to find none: only that index is left.
grant select (platform_id, variant_id, search, state) on tenant.variants to stowage_authz;
create policy authz_reads on tenant.variants for select to stowage_authz using (true);
create function authz.find_variants(terms text, most int) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
set enable_seqscan = off set enable_indexscan = off
as $$
declare own uuid := nullif(current_setting('app.platform_id', true), '')::uuid;
begin
  return query
    select v.variant_id from tenant.variants v
    where v.platform_id = own and v.search @@ terms::tsquery and v.state = 'active'
    limit most;
end
$$;
revoke all on function authz.find_variants(text, int) from public;
grant execute on function authz.find_variants(text, int) to stowage_app;
alter function authz.find_variants(text, int) owner to stowage_authz;
