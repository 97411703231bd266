import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@stowage/contract'
import type { AuditEntry } from '@stowage/contract/platforms/audit'
import { afterAll, describe, expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { startProxy, type Proxy } from '../../../test/proxy.ts'

const { audit } = api.platforms
/** More than the sockets and the server together hold back. */
const many = 60_000
let proxy: Proxy
const app = await setupApp({ LOG_LEVEL: 'fatal', LIMIT_LOG_EXPORT: '1000/1h' }, async (url) => {
  proxy = await startProxy(url)
  return proxy.url
})
await app.http.listen({ port: 0, host: '127.0.0.1' })
const alice = await app.newOperator()
const small = await app.newPlatform(alice)
const large = await app.newPlatform(alice)
await app.newMember(alice, small, { role: 'staff' })
await arrange(
  app,
  `insert into audit.audit_log (id, created_at, action, outcome, actor_type, actor_email,
       platform_id, platform_slug, request_id, user_agent, metadata)
     select gen_random_uuid(), now() - n / 4 * interval '1 microsecond', 'TENANT_LOGIN', 'success',
       'tenant_user', n || '@bulk.example', $1, $2, 'r', repeat('x', 300), '{"a": "=1"}'
     from generate_series(1, $3::int) n`,
  [large.id, large.slug, many],
)
await arrange(app, 'analyze')
afterAll(async () => {
  await proxy.close()
})

/** Returns the exported file, with the head of the reply. */
async function fileOf(query: Record<string, string>, { token } = alice) {
  const response = await app.http.inject({
    url: '/api/v1/logs/export',
    query,
    headers: { authorization: `Bearer ${token}`, 'user-agent': 'test' },
  })
  return { status: response.statusCode, headers: response.headers, text: response.body }
}
const linesOf = (text: string) => text.split('\r\n').slice(0, -1)
const entriesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as AuditEntry)

/** The running answer itself, which can be read slowly or not at all. */
async function begin(query: string, { token } = alice): Promise<IncomingMessage> {
  const { port } = app.http.server.address() as AddressInfo
  const call = request({
    port,
    host: '127.0.0.1',
    path: `/api/v1/logs/export?${query}`,
    headers: { authorization: `Bearer ${token}`, 'user-agent': 'test' },
  })
  call.on('error', () => {})
  call.end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  answer.on('error', () => {})
  return answer
}

const exports = () =>
  arrange(
    app,
    `select outcome, actor_id, ip, user_agent, platform_id, metadata from audit.audit_log
     where action = 'AUDIT_LOG_EXPORTED' and actor_id = $1 order by id`,
    [alice.user.id],
  )
/** Counts the open transactions. */
const snapshots = async () => {
  const rows = await arrange(
    app,
    `select pid from pg_stat_activity where datname = current_database()
       and pid <> pg_backend_pid() and xact_start is not null and backend_type = 'client backend'`,
  )
  return rows.length
}
/** How many of them wait for their reader. */
const stuck = async () => {
  const rows = await arrange(
    app,
    `select pid from pg_stat_activity where datname = current_database()
       and state = 'idle in transaction' and state_change < now() - interval '0.6 seconds'`,
  )
  return rows.length
}
async function until(isSo: () => Promise<boolean>) {
  for (let tries = 0; tries < 200; tries++) {
    if (await isSo()) return
    await sleep(50)
  }
  throw new Error('it never came to that')
}

describe('the export', () => {
  test('contains the listed events in the same order, with file headers', async () => {
    const { body } = await app.call(audit.list, {
      token: alice.token,
      query: { platformId: small.slug, limit: '100' },
    })
    const csv = await fileOf({ platformId: small.slug })
    const day = app.clock.now().toISOString().slice(0, 10)
    expect(csv.status).toBe(200)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.headers['content-disposition']).toBe(`attachment; filename="audit-log-${day}.csv"`)
    expect(csv.headers['cache-control']).toBe('no-store')
    const [head, ...lines] = linesOf(csv.text)
    expect(head).toMatch(/^id,createdAt,action,.*,metadata$/)
    expect(lines.map((line) => line.split(',').slice(0, 3))).toEqual(
      body.logs.map(({ _id, createdAt, action }) => [_id, createdAt, action]),
    )
    const json = await fileOf({ platformId: small.slug, format: 'ndjson' })
    expect(json.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    expect(json.headers['content-disposition']).toContain('.ndjson"')
    expect(entriesOf(json.text)).toEqual(body.logs)
  })

  test('contains every event once, also with equal times, and applies the filters', async () => {
    const all = entriesOf((await fileOf({ platformId: large.id, format: 'ndjson' })).text)
    expect(all.length).toBe(many + 1)
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(many + 1)
    const times = all.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().reverse())
    const some = await fileOf({
      actorEmail: '7@bulk.example',
      action: 'tenant_*',
      format: 'ndjson',
    })
    expect(entriesOf(some.text).length).toBe(many / 10)
    const none = await fileOf({ platformId: randomUUID() })
    expect(linesOf(none.text)).toEqual([expect.stringMatching(/^id,/)])
  })

  test('is recorded once with its filters and length', async () => {
    const before = (await exports()).length
    const { text } = await fileOf({ platformId: small.id, from: '2020-01-01' })
    expect((await exports()).slice(before)).toEqual([
      {
        outcome: 'success',
        actor_id: alice.user.id,
        platform_id: null,
        ip: '127.0.0.1',
        user_agent: 'test',
        metadata: {
          filters: { platformId: small.id, from: '2020-01-01T00:00:00.000Z' },
          format: 'csv',
          rows: linesOf(text).length - 1,
        },
      },
    ])
  })

  test('leaves out other operators’ platforms', async () => {
    const bob = await app.newOperator()
    const theirs = await app.newPlatform(bob)
    expect((await fileOf({}, bob)).text).toContain(theirs.id)
    expect((await fileOf({ platformId: small.id }, bob)).text.trim()).toMatch(/^id,[^\n]*$/)
    expect((await fileOf({ platformId: small.id })).text).not.toContain(theirs.id)
  })

  test('requires a verified address', async () => {
    const eve = await app.newOperator({ verified: false })
    const { status, text } = await fileOf({}, eve)
    expect([status, JSON.parse(text)['code']]).toEqual([422, 'email_not_verified'])
  })

  test.each(['format=xml', 'from=yesterday', 'to=2030-13-01', 'action=A%20B', 'from=1&from=2'])(
    'is refused for %s',
    async (query) => {
      const headers = { authorization: `Bearer ${alice.token}` }
      const url = `/api/v1/logs/export?${query}`
      expect((await app.http.inject({ url, headers })).statusCode).toBe(400)
    },
  )

  test('contains no event recorded while it is read', async () => {
    const answer = await begin(`platformId=${large.id}&format=ndjson`)
    await sleep(200)
    const { body } = await app.call(api.platforms.directory.update, {
      token: alice.token,
      params: { platformId: large.id },
      body: { name: 'Renamed' },
    })
    expect(body.platform.name).toBe('Renamed')
    let text = ''
    for await (const piece of answer.setEncoding('utf8')) text += String(piece)
    expect(text).not.toContain('PLATFORM_UPDATED')
    expect(entriesOf(text).length).toBe(many + 1)
  })
})

describe('an interrupted export', () => {
  test('waits for a slow reader and releases its connection on disconnect', async () => {
    const before = (await exports()).length
    const answer = await begin(`platformId=${large.id}`)
    await until(async () => (await snapshots()) === 1)
    await sleep(300)
    // Nobody reads: nothing may be written meanwhile either.
    expect((await exports()).length).toBe(before)
    answer.destroy()
    await until(async () => (await exports()).length === before + 1)
    await until(async () => (await snapshots()) === 0)
    const [event] = (await exports()).slice(before)
    expect(event).toMatchObject({ outcome: 'failure', metadata: { format: 'csv' } })
    const rows = (event?.['metadata'] as { rows: number } | undefined)?.rows
    expect(rows).toBeGreaterThan(0)
    expect(rows).toBeLessThan(many)
  })

  test('of one account leaves downloads to others, whose slow readers are cut off for them', async () => {
    const before = (await exports()).length
    const slow = [await begin(''), await begin('')]
    await until(async () => (await stuck()) === 2)
    // Two of one account are the most, and one more waits for them in vain only as long as they are read.
    const others = await Promise.all(
      Array.from({ length: 2 }, async () => {
        const other = await app.newOperator()
        const platform = await app.newPlatform(other)
        return { ...other, platform }
      }),
    )
    for (const other of others)
      expect((await fileOf({ platformId: other.platform.id }, other)).status).toBe(200)
    const answer = await begin('')
    expect(answer.statusCode).toBe(200)
    for (const one of [...slow, answer]) one.destroy()
    await until(async () => (await snapshots()) === 0)
    await until(async () => (await exports()).length === before + 3)
  })

  test('breaks off when the database is lost', async () => {
    const answer = await begin(`platformId=${large.id}`)
    await once(answer, 'readable')
    await proxy.cut()
    let lines = 0
    const ended = (async () => {
      for await (const piece of answer) lines += String(piece).split('\r\n').length - 1
    })()
    await expect(ended).rejects.toThrow(/aborted|ECONNRESET/)
    expect(lines).toBeLessThan(many)
    expect(answer.complete).toBe(false)
    await proxy.restore()
    await until(async () => (await fileOf({ platformId: small.id })).status === 200)
  })
})
