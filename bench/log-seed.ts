import pg from 'pg'

/** Number of platforms, and of people on each. */
const volume = { platforms: 1_000, people: 50 }

const actions = [
  ...Array<string>(16).fill('TENANT_LOGIN'),
  ...Array<string>(12).fill('TENANT_LOGOUT'),
  ...Array<string>(5).fill('TENANT_LOGIN_FAILED'),
  'NEW_DEVICE_LOGIN',
  'MEMBER_CREATED',
  'MEMBER_REMOVED',
  'MEMBER_ROLE_CHANGED',
  'MEMBER_PERMISSIONS_CHANGED',
  'PLATFORM_UPDATED',
  'PLATFORM_SLUG_CHANGED',
]
/** The rare action, spread over all platforms. */
export const rareAction = 'PLATFORM_SLUG_CHANGED'

const indexes = `select indexdef from pg_indexes
  where schemaname = 'audit' and tablename = 'audit_log' and indexname <> 'audit_log_pkey'`

/**
 * Inserts platforms and `events` events of the past year directly into the database. `owners[0]`
 * owns the first 200 platforms, each other owner the next 20. Events are not sealed, because the
 * bench measures reading. Takes some minutes.
 */
export async function seedLog(
  ownerUrl: string,
  owners: readonly string[],
  events: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '1GB'`)
    await client.query(
      `with made as (
         insert into tenant.platforms (platform_id, name, slug, created_at, updated_at)
         select gen_random_uuid(), 'Bench ' || n, 'bench-' || n, now(), now()
         from generate_series(0, $2::int - 1) n
         returning platform_id, slug
       ), paths as (
         insert into tenant.slug_history (slug, platform_id) select slug, platform_id from made
       )
       insert into tenant.members (platform_id, id, email, email_key, first_name, last_name,
         account_id, role, created_at, updated_at)
       select platform_id, gen_random_uuid(), 'owner@bench.test', 'owner@bench.test', '', '',
         coalesce(($1::uuid[])[case when n < 200 then 1 else 2 + (n - 200) / 20 end],
           gen_random_uuid()), 'owner', now(), now()
       from made cross join lateral (select substr(slug, 7)::int as n) numbered`,
      [owners, volume.platforms],
    )
    const { rows } = await client.query<{ indexdef: string }>(indexes)
    await client.query(`alter table audit.audit_log disable trigger user`)
    await client.query(`drop index audit.audit_log_by_platform, audit.audit_log_by_action,
      audit.audit_log_by_email, audit.audit_log_by_actor`)
    await client.query(
      `insert into audit.audit_log (id, created_at, action, outcome, actor_type, actor_id,
         actor_email, platform_id, platform_slug, target_type, target_id, target_name, ip, user_agent,
         request_id, session_id, amr, metadata)
       select
         (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3)
           || '8' || substr(hash, 4, 15))::uuid,
         at, ($1::text[])[1 + number % $2::int], 'success', 'tenant_user', hash::uuid,
         'person-' || number * 13 % $3::int || '@' || slug || '.example', platform_id, slug,
         'member', hash, 'Person ' || number, '203.0.113.' || number % 250,
         'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
         hash, hash::uuid, '{pwd}', '{"role": "staff", "permissions": ["stock.read"]}'
       from (
         select now() - ($4::int - n) * (31536000.0 / $4::int) * interval '1 second' as at, n / $5::int as number,
           overlay(overlay(md5(n::text) placing '4' from 13) placing '8' from 17) as hash, (n::bigint * 7919 % $5::int)::int as place
         from generate_series(1, $4::int) n
       ) event
       join (select platform_id, slug, substr(slug, 7)::int as place from tenant.platforms) p
         using (place)`,
      [actions, actions.length, volume.people, events, volume.platforms],
    )
    for (const { indexdef } of rows) await client.query(indexdef)
    await client.query(`alter table audit.audit_log enable trigger user`)
    for (const kind of ['action', 'actor_email'])
      await client.query(
        `insert into audit.audit_values (platform_id, kind, value, audit_id)
         select platform_id, '${kind}', ${kind}, min(id::text)::uuid from audit.audit_log
         where platform_id is not null and ${kind} is not null group by platform_id, ${kind}`,
      )
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}
