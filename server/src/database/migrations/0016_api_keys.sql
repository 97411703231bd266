-- Keys with which other programs call the API for a platform, and their name in the audit log.

create table tenant.api_keys (
  platform_id uuid not null,
  key_id uuid not null,
  name text not null,
  -- The readable start of the secret, by which a request finds the key.
  prefix text collate "C" not null,
  -- SHA-256 of the secret, which is random and long enough for a plain hash.
  hash bytea not null,
  -- The secret before the last rotation, accepted until then.
  previous_hash bytea,
  previous_until timestamptz,
  permissions text[] not null,
  -- Null means all warehouses.
  warehouse_ids uuid[],
  -- No foreign key: the key outlives the membership of its creator.
  created_by uuid not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  constraint api_keys_pkey primary key (platform_id, key_id),
  constraint api_keys_prefix_key unique (platform_id, prefix),
  constraint api_keys_hashes_check
    check (octet_length(hash) = 32 and octet_length(previous_hash) = 32),
  constraint api_keys_previous_check check ((previous_hash is null) = (previous_until is null)),
  constraint api_keys_permissions_check check (cardinality(permissions) > 0),
  constraint api_keys_warehouses_check check (cardinality(warehouse_ids) > 0)
);
call ops.make_tenant_table('api_keys', 'select, insert, update', 'select, delete');

alter table audit.audit_log
  drop constraint audit_log_actor_type_check,
  add constraint audit_log_actor_type_check
    check (actor_type in ('operator', 'tenant_user', 'api_key', 'anonymous', 'system'));
