// Minimal server for bench/log.ts: bare Fastify, rows by primary key without row-level security,
// the same pool. Accepts every token.
import fastify from 'fastify'
import { connect } from '../server/src/database/connect.ts'

const findEvents = `
  select id, created_at, action, outcome, actor_type, actor_id, actor_email, platform_id,
    platform_slug, target_type, target_id, target_name, ip, user_agent, metadata
  from audit.audit_log where id = any($1::uuid[]) order by created_at desc, id desc`

const { pool } = connect(process.env['DATABASE_OWNER_URL'] ?? '')
const app = fastify()

app.get('/ready', async () => (await pool.query('select 1 as ready')).rows)

app.get('/api/v1/logs', async (request) => {
  const { ids } = request.query as { ids: string }
  return { logs: (await pool.query(findEvents, [ids.split(',')])).rows }
})

process.once('SIGTERM', () => process.exit(0))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
