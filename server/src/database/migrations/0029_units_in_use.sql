-- Which units are in use, and by how many items, is read from one name to the next.
create index variants_by_unit on tenant.variants (platform_id, unit);
create index variant_units_by_code on tenant.variant_units (platform_id, code);
