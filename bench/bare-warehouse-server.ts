// The least that can post a receipt: bare Fastify, one call of the same function in a transaction on the
// same pool. It believes everybody, looks nothing up, writes no document and no audit event.
import fastify from 'fastify'
import { connect } from '../server/src/database/connect.ts'

const { pool } = connect(process.env['DATABASE_URL'] ?? '')
const app = fastify()

app.get('/ready', async () => (await pool.query('select 1 as ready')).rows)

app.post('/post', async (request, reply) => {
  const { platform, move, lines } = request.body as Record<string, unknown>
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ posted: object }>(
      'select stock.post($1, $2::jsonb, $3::jsonb) as posted',
      [platform, JSON.stringify(move), JSON.stringify(lines)],
    )
    await client.query('commit')
    return reply.code(201).send(rows[0]?.posted)
  } finally {
    client.release()
  }
})

process.once('SIGTERM', () => process.exit(0))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
