-- Filters, sort and columns of a list that a member keeps under a name, for itself or for everybody.

create table tenant.saved_views (
  platform_id uuid not null,
  view_id uuid not null,
  -- The page of the list, such as orders.
  screen text not null,
  name text not null,
  name_key text collate "C" not null,
  owner_id uuid not null,
  is_shared boolean not null default false,
  -- The search part of the address.
  query jsonb not null,
  arrangement jsonb,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint saved_views_pkey primary key (platform_id, view_id),
  constraint saved_views_name_key unique (platform_id, screen, owner_id, name_key),
  constraint saved_views_owner_fkey foreign key (platform_id, owner_id)
    references tenant.members (platform_id, id) on delete cascade,
  constraint saved_views_query_check check (jsonb_typeof(query) = 'object')
);
comment on constraint saved_views_name_key on tenant.saved_views is 'code: duplicate_key, of: view';

-- The view a list opens with, for each member.
create table tenant.default_views (
  platform_id uuid not null,
  member_id uuid not null,
  screen text not null,
  view_id uuid not null,
  constraint default_views_pkey primary key (platform_id, member_id, screen),
  constraint default_views_member_fkey foreign key (platform_id, member_id)
    references tenant.members (platform_id, id) on delete cascade,
  constraint default_views_view_fkey foreign key (platform_id, view_id)
    references tenant.saved_views (platform_id, view_id) on delete cascade
);
create index default_views_by_view on tenant.default_views (platform_id, view_id);

call ops.make_tenant_table('saved_views', 'select, insert, update, delete');
call ops.make_tenant_table('default_views', 'select, insert, update, delete');
