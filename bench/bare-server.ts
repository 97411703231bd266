// Minimal server for GET /auth/me and POST /auth/login: bare Fastify, the server's statements as
// text, the same pool. Accepts every token and, after hashing, every password.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import fastify from 'fastify'
import { connect } from '../server/src/database/connect.ts'
import { newId } from '../server/src/database/ids.ts'
import { maxConcurrentHashes } from '../server/src/crypto/hashing.ts'
import { limitConcurrency } from '../server/src/concurrency/limit.ts'

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

const findForSignIn = `
  select a.id, a.auth_epoch, c.password_hash from identity.accounts a
  join identity.credentials c on c.account_id = a.id where a.email_key = $1`
const countAttempt = `
  insert into identity.sign_in_lanes (lane_hash, failures, streak, last_failure_at)
  values ($1, 1, 1, $2) on conflict do nothing`
const insertSession = `
  insert into identity.sessions (sid, account_id, auth_epoch, key_cipher, counter, auth_time, amr, acr,
    created_at, last_seen_at, idle_expires_at, expires_at, ip)
  values ($1, $2, $3, $4, 0, $5, '{pwd}', 'aal1', $5, $5, $6, $6, '127.0.0.1')`
const insertEvent = `
  insert into audit.audit_log (id, created_at, action, outcome, actor_type, actor_id, request_id)
  values ($1, $2, 'USER_LOGIN', 'success', 'operator', $3, $4)`
// Without it twice as many hashes run concurrently and finish a third fewer.
const hashing = limitConcurrency({ running: maxConcurrentHashes, waiting: 64, retryAfter: 1 })
const { privateKey } = generateKeyPairSync('ed25519')

app.post('/api/v1/auth/login', async (request) => {
  const { email, password } = request.body as { email: string; password: string }
  const found = await pool.query<{ id: string; auth_epoch: number; password_hash: string }>(
    findForSignIn,
    [email],
  )
  const [account] = found.rows
  if (!account) throw new Error('Nobody has this address.')
  const [at, lane, sid] = [new Date(), randomBytes(32), newId()]
  const later = new Date(at.getTime() + 3_600_000)
  await pool.query(countAttempt, [lane, at])
  await hashing.run(() => verify(account.password_hash, password))
  const client = await pool.connect()
  try {
    await client.query('begin')
    await Promise.all([
      client.query('delete from identity.sign_in_lanes where lane_hash = $1', [lane]),
      client.query(insertSession, [
        sid,
        account.id,
        account.auth_epoch,
        randomBytes(60),
        at,
        later,
      ]),
      client.query('update identity.accounts set signed_in_at = $2 where id = $1', [
        account.id,
        at,
      ]),
      client.query(insertEvent, [newId(), at, account.id, newId()]),
    ])
    await client.query('commit')
  } finally {
    client.release()
  }
  const claims = Buffer.from(JSON.stringify({ sub: account.id, sid })).toString('base64url')
  const signature = sign(null, Buffer.from(claims), privateKey).toString('base64url')
  return { accessToken: `${claims}.${signature}` }
})

process.once('SIGTERM', () => process.exit(0))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
