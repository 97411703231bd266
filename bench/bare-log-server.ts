// Minimal server for bench/log.ts: bare Fastify, rows by primary key without row-level security,
// the same pool. Accepts every token.
import fastify from 'fastify'
import { connect } from '../server/src/database/connect.ts'

const findEvents = `
  select id, created_at, action, outcome, actor_type, actor_id, actor_email, platform_id,
    platform_slug, target_type, target_id, target_name, ip, user_agent, metadata
  from audit.audit_log where id = any($1::uuid[]) order by created_at desc, id desc`
const findSession = `
  select m.id, m.email, m.first_name, m.last_name, m.role, m.permissions, m.must_change_password
  from tenant.member_sessions s
  join tenant.members m on m.platform_id = s.platform_id and m.id = s.member_id
  where s.platform_id = $1 and s.sid = $2 and s.revoked_at is null and s.expires_at > $3`

const { pool } = connect(process.env['DATABASE_OWNER_URL'] ?? '')
const app = fastify()

app.get('/ready', async () => (await pool.query('select 1 as ready')).rows)

app.get('/api/v1/logs', async (request) => {
  const { ids } = request.query as { ids: string }
  return { logs: (await pool.query(findEvents, [ids.split(',')])).rows }
})

app.get('/api/v1/tenant/:slug/me', async (request) => {
  const [, payload = ''] = (request.headers.authorization ?? '').split('.')
  const { sid, platformId } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    sid: string
    platformId: string
  }
  const { rows } = await pool.query<object>(findSession, [platformId, sid, new Date()])
  return { user: rows[0] }
})

process.once('SIGTERM', () => process.exit(0))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
