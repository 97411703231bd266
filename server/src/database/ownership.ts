import { StartRefused } from '../errors.ts'

/** A problem, its count and one example. */
export type OwnershipRow = { problem: 'owner' | 'security'; count: string; name: string }
type Ask = (text: string) => Promise<readonly OwnershipRow[]>

/**
 * Problems after a restore with the wrong role. Security-definer functions then have the wrong
 * rights, and tables without row-level security show all tenants.
 */
const problems = `
  with ours as (
    select oid, nspname as schema from pg_namespace
    where nspname in ('identity', 'tenant', 'audit', 'ops', 'directory', 'pgboss', 'authz', 'stock')
  ), found as (
    select 'owner' as problem, schema || '.' || relname as name,
      pg_get_userbyid(relowner)::text as owner, array['stowage_owner'] ||
        case when schema = 'pgboss' then array['stowage_app'] else '{}' end as right_ones
    from pg_class join ours on ours.oid = relnamespace where relkind in ('r', 'p', 'S', 'v', 'm')
    union all
    select 'owner', schema || '.' || proname, pg_get_userbyid(proowner)::text, array[
      case
        when schema = 'stock' then 'stowage_stock'
        when schema = 'authz' and proname <> 'count_new_tables' then 'stowage_authz'
        else 'stowage_owner'
      end]
    from pg_proc join ours on ours.oid = pronamespace where prosecdef
    union all
    select 'owner', schema, pg_get_userbyid(nspowner)::text, array['stowage_owner']
    from ours join pg_namespace n on n.oid = ours.oid
    union all
    select 'security', schema || '.' || relname, 'off', array['on']
    from pg_class c join ours on ours.oid = relnamespace
    where relkind in ('r', 'p')
      and (schema = 'tenant' or relname in ('audit_log', 'audit_seal', 'audit_values'))
      and not (relrowsecurity and (relforcerowsecurity or relname = 'audit_values')
      and exists (select from pg_policy where polrelid = c.oid))
  )
  select problem, count(*)::text as count,
    min(name || case problem when 'owner' then ' (' || owner || ' instead of ' || right_ones[1] || ')'
      else '' end) as name
  from found where owner <> all (right_ones) group by problem order by problem`

/** Returns a sentence about wrong owners or missing row-level security, or undefined. */
export async function findWrongOwnership(ask: Ask): Promise<string | undefined> {
  const found = await ask(problems)
  if (found.length === 0) return undefined
  const parts = found.map(({ problem, name, count }) => {
    const such = Number(count) > 1 ? ` and ${Number(count) - 1} more` : ''
    return problem === 'owner'
      ? `wrong owners: ${name}${such}`
      : `row-level security off: ${name}${such}`
  })
  return (
    `The database has wrong owners or policies (${parts.join('; ')}). ` +
    'Restore the backup as a superuser. See docs/operations.md.'
  )
}

/** Throws `StartRefused` if a restore left wrong owners. */
export async function requireOwnership(ask: Ask): Promise<void> {
  const found = await findWrongOwnership(ask)
  if (found) throw new StartRefused(found)
}
