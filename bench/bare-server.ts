// The least that can answer GET /auth/me: bare Fastify, the statements of findLiveSession and
// getAccount as text, the same pool. It believes every token.
import fastify from 'fastify'
import { connect } from '../server/src/database/connect.ts'

const findSession = `
  select s.sid, s.amr, s.auth_time, s.acr, a.id, a.email, a.email_verified_at, exists (
    select from identity.totp_factors factor
    where factor.account_id = a.id and factor.state = 'active') as has_second_factor
  from identity.sessions s inner join identity.accounts a on a.id = s.account_id
  where s.sid = $1 and s.revoked_at is null and s.idle_expires_at > $2 and s.expires_at > $2
    and a.status = 'active' and a.auth_epoch = s.auth_epoch`
const getAccount = `
  select id, email, email_key, first_name, last_name, email_verified_at, status, phone, location,
    bio, avatar_key, auth_epoch, signed_in_at, deletes_at, version, created_at, exists (
      select from identity.totp_factors factor
      where factor.account_id = identity.accounts.id and factor.state = 'active') as has_second_factor
  from identity.accounts where id = $1`

type Session = { id: string }
type Account = Record<'id' | 'email' | 'first_name' | 'last_name', string> &
  Record<'phone' | 'location' | 'bio', string> & {
    email_verified_at: Date | null
    has_second_factor: boolean
    created_at: Date
  }

const { pool } = connect(process.env['DATABASE_URL'] ?? '')
const app = fastify()

app.get('/ready', async () => (await pool.query('select 1 as ready')).rows)

app.get('/api/v1/auth/me', async (request, reply) => {
  const [, payload = ''] = (request.headers.authorization ?? '').split('.')
  const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string }
  const [session] = (await pool.query<Session>(findSession, [sid, new Date()])).rows
  if (!session) return reply.code(401).send()
  const [account] = (await pool.query<Account>(getAccount, [session.id])).rows
  if (!account) return reply.code(500).send()
  return {
    user: {
      firstName: account.first_name,
      lastName: account.last_name,
      email: account.email,
      emailVerified: account.email_verified_at !== null,
      twoFactorEnabled: account.has_second_factor,
      id: account.id,
      createdAt: account.created_at,
      phone: account.phone,
      location: account.location,
      bio: account.bio,
      avatarUrl: null,
    },
  }
})

process.once('SIGTERM', () => process.exit(0))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
