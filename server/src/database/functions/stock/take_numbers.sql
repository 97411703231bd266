-- Takes the next numbers of a kind of document and returns the first of them. Runs with the rights of its
-- caller, in a transaction of its own that does not wait for the disk.
create or replace function stock.take_numbers(
  platform uuid, document_kind text, how_many bigint
) returns bigint
language plpgsql set search_path = tenant, stock, pg_temp
as $$
declare
  v_next bigint;
begin
  perform
    set_config('app.platform_id', platform::text, true),
    set_config('synchronous_commit', 'off', true);
  insert into number_sequences as s (platform_id, kind, next_value)
  values (platform, document_kind, how_many + 1)
  on conflict (platform_id, kind) do update set next_value = s.next_value + how_many
  returning next_value into v_next;
  return v_next - how_many;
end
$$;

revoke all on function stock.take_numbers from public;
grant execute on function stock.take_numbers to stowage_app;
