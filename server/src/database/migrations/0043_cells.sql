-- Where the platforms are when there are several databases, called cells. Accounts and this schema are kept in
-- the first one, the control database. While it is the only one, most of these tables are empty.
-- Needs: directory.note_slug, directory.forget_slug

-- The databases. Only in the control database, which has a row itself from the first other cell on.
create table directory.cells (
  name text not null,
  -- URLs to log in with, encrypted; null for the control database.
  urls bytea,
  -- A draining cell takes no new platforms.
  state text not null default 'active',
  added_at timestamptz not null,
  constraint cells_pkey primary key (name),
  constraint cells_name_check check (name ~ '^[a-z][a-z0-9-]{0,30}$'),
  constraint cells_state_check check (state in ('active', 'draining'))
);

-- The platforms that are not, or soon not any more, in this database. In the control database it says for
-- each platform in another cell which one that is.
create table directory.platforms (
  platform_id uuid not null,
  cell text not null,
  -- live: it is in that cell. moving: it is here and on its way to that cell, so it is only read. left: it
  -- was here, and the control database knows where it is.
  state text not null,
  changed_at timestamptz not null,
  constraint platforms_pkey primary key (platform_id),
  constraint platforms_state_check check (state in ('live', 'moving', 'left'))
);

-- Every path that is in use or reserved, in whichever cell, so that one primary key decides who gets it.
create table directory.slugs (
  slug text not null,
  platform_id uuid not null,
  -- While the cell has not confirmed that its platform has the path.
  reserved_at timestamptz,
  constraint slugs_pkey primary key (slug)
);
comment on constraint slugs_pkey on directory.slugs is 'code: name_taken';

-- What was begun here and is to be done in a cell. A row goes when this database knows the outcome.
create table directory.operations (
  operation_id uuid not null,
  kind text not null,
  cell text not null,
  platform_id uuid not null,
  -- The account that owns the platform after it.
  account_id uuid,
  slug text,
  started_at timestamptz not null,
  constraint operations_pkey primary key (operation_id),
  constraint operations_kind_check check (kind in ('create', 'rename', 'transfer'))
);
create index operations_by_account on directory.operations (account_id);
create index operations_by_age on directory.operations (started_at);

-- What became of those operations, in the cell. Whoever inserts the row first decides: the operation, or the
-- one who gave up waiting for it.
create table directory.outcomes (
  operation_id uuid not null,
  is_done boolean not null,
  decided_at timestamptz not null,
  constraint outcomes_pkey primary key (operation_id)
);
create index outcomes_by_age on directory.outcomes (decided_at);

-- The moves of platforms between cells, in the control database. A row goes when the move has ended.
create table directory.moves (
  platform_id uuid not null,
  source text not null,
  target text not null,
  -- The last step that is complete.
  step text not null,
  started_at timestamptz not null,
  changed_at timestamptz not null,
  constraint moves_pkey primary key (platform_id)
);

-- A row that replication carries to another database, which then has everything before it.
create table directory.marks (
  mark_id uuid not null,
  channel text not null,
  created_at timestamptz not null,
  constraint marks_pkey primary key (mark_id, channel)
);

grant select on all tables in schema directory to stowage_app;
grant insert, update, delete on directory.platforms, directory.slugs, directory.operations,
  directory.outcomes, directory.marks to stowage_app;
grant select on directory.platforms, directory.slugs, directory.operations to stowage_authz;

insert into directory.slugs (slug, platform_id) select slug, platform_id from tenant.slug_history;

create trigger note_slug after insert on tenant.slug_history
  for each row execute function directory.note_slug();
create trigger forget_slug after delete on tenant.slug_history
  for each row execute function directory.forget_slug();
-- Also for the rows that replication brings.
alter table tenant.slug_history enable always trigger note_slug;
alter table tenant.slug_history enable always trigger forget_slug;
-- Replication finds the rows of one platform by it.
alter table tenant.slug_history replica identity full;
