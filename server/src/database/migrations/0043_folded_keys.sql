-- The keys by which codes and names are found and told apart are written by the application, which folds
-- case in one way (contract/src/folding.ts). lower() does what the locale of the database says: with C it
-- leaves Ä alone, and no locale knows that Σ and ς are one letter. The keys sort by code point everywhere.
-- Also warehouses, categories and units are told apart by keys from now on.

alter table tenant.variants alter column sku_key drop expression;
alter table tenant.locations alter column code_key drop expression;
alter table tenant.zones alter column code_key drop expression;
alter table tenant.products alter column name_key drop expression;
alter table tenant.warehouses add column code_key text;
alter table tenant.categories add column name_key text;
alter table tenant.variant_units add column code_key text;

alter table tenant.variants drop constraint variants_sku_key;
alter table tenant.locations drop constraint locations_code_key;
alter table tenant.zones drop constraint zones_code_key;
alter table tenant.warehouses drop constraint warehouses_code_key;
alter table tenant.categories drop constraint categories_name_key;

-- Rows that are there get the key as nearly as SQL can make it. Of those that have one key the first keeps
-- it, and the others are numbered.
create function pg_temp.folded(code text) returns text language sql as $$
  select replace(replace(replace(replace(
    lower(normalize(code, nfkc)), 'ς', 'σ'), 'ß', 'ss'), 'ı', 'i'), U&'i\0307', 'i')
$$;
do $$
declare
  one record;
begin
  for one in values
    ('variants', 'variant_id', 'sku', 'sku_key', ''),
    ('locations', 'location_id', 'code', 'code_key', ', warehouse_id'),
    ('zones', 'zone_id', 'code', 'code_key', ', warehouse_id'),
    ('warehouses', 'warehouse_id', 'code', 'code_key', ''),
    ('categories', 'category_id', 'name', 'name_key', ', parent_id'),
    ('variant_units', 'ctid', 'code', 'code_key', ', variant_id'),
    ('products', 'product_id', 'name', 'name_key', ', product_id')
  loop
    -- Forced, it would hide every row from this role.
    execute format('alter table tenant.%I no force row level security', one.column1);
    execute format(
      'update tenant.%1$I t set %4$I = k.key || case when k.nth = 1 then '''' else '' '' || k.nth end
       from (
         select platform_id, %2$I as id, pg_temp.folded(%3$I) as key, row_number() over (
           partition by platform_id, pg_temp.folded(%3$I)%5$s order by %2$I) as nth
         from tenant.%1$I) k
       where k.platform_id = t.platform_id and k.id = t.%2$I',
      one.column1, one.column2, one.column3, one.column4, one.column5);
    execute format('alter table tenant.%I force row level security', one.column1);
    execute format(
      'alter table tenant.%1$I alter column %2$I type text collate "C", alter column %2$I set not null',
      one.column1, one.column4);
  end loop;
end
$$;

alter table tenant.variants add constraint variants_sku_key unique (platform_id, sku_key);
alter table tenant.locations
  add constraint locations_code_key unique (platform_id, warehouse_id, code_key);
alter table tenant.zones add constraint zones_code_key unique (platform_id, warehouse_id, code_key);
alter table tenant.warehouses add constraint warehouses_code_key unique (platform_id, code_key);
alter table tenant.categories
  add constraint categories_name_key unique nulls not distinct (platform_id, parent_id, name_key);
alter table tenant.variant_units
  add constraint variant_units_code_key unique (platform_id, variant_id, code_key);

-- The key that rows of one product share in a file.
alter table tenant.import_rows add column group_key text;

-- A pack may get another spelling of its name; its barcodes follow.
alter table tenant.barcodes
  drop constraint barcodes_unit_fkey,
  add constraint barcodes_unit_fkey foreign key (platform_id, variant_id, unit)
    references tenant.variant_units (platform_id, variant_id, code) on update cascade;
