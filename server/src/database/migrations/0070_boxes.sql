-- Boxes: the cartons that orders are packed in. Packages still name theirs by any text.

create table tenant.boxes (
  platform_id uuid not null,
  box_id uuid not null,
  code text not null,
  code_key text collate "C" not null,
  name text not null,
  -- Size inside, weight of the empty box, and most that the packed one may weigh.
  length_mm int,
  width_mm int,
  height_mm int,
  tare_weight_g int,
  max_weight_g int,
  state text not null,
  -- Code and name, folded, to search by a part of them.
  search text collate "C" not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint boxes_pkey primary key (platform_id, box_id),
  constraint boxes_code_key unique (platform_id, code_key),
  constraint boxes_state_check check (state in ('active', 'archived')),
  constraint boxes_measures_check check (
    length_mm > 0 and width_mm > 0 and height_mm > 0 and tare_weight_g >= 0 and max_weight_g > 0)
);
create index boxes_by_name_key on tenant.boxes
  (platform_id, split_part(search, E'\n', 2) collate "C");
create index boxes_by_name on tenant.boxes (platform_id, name collate "C", box_id);
create index boxes_changed on tenant.boxes (platform_id, updated_at, box_id);
comment on constraint boxes_code_key on tenant.boxes is 'code: duplicate_key, of: box';

call ops.make_tenant_table('boxes', 'select, insert, update, delete', 'select, delete');
