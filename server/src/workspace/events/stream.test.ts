import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@stowage/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refusal, startApp, type TestApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { adjustAt, as, stocked } from '../../../test/fixtures.ts'
import { openOwner } from '../../../test/owner.ts'
import { newWarehouse, type Site } from '../../../test/warehouse.ts'

const { warehouses } = api.warehouse
const { events } = api.workspace

let app: TestApp
let site: Site
let origin: string
/** Where the test begins, after the places it has. */
let begun: string
const open: AbortController[] = []
beforeEach(async () => {
  app = await startApp()
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
  site = await newWarehouse(app)
  begun = (await feed({ after: '0' })).next
})
afterEach(async () => {
  for (const one of open.splice(0)) one.abort()
  await app.close()
})

type By = Pick<Site, 'params' | 'token'>
const addressOf = ({ params }: By) => `${origin}/api/v1/tenant/${params.slug}/events/stream`
const authorization = ({ token }: By) => `Bearer ${token}`

/** An open stream: what it tells, piece by piece. */
async function follow(query = '', headers: Record<string, string> = {}, by: By = site) {
  const cut = new AbortController()
  open.push(cut)
  const response = await fetch(`${addressOf(by)}${query}`, {
    headers: { authorization: authorization(by), ...headers },
    signal: cut.signal,
  })
  const pieces = piecesOf(response)
  /** Reads the next events from the stream. */
  const take = async (count: number) => {
    const told: Piece[] = []
    while (told.length < count) {
      const { value, done } = await pieces.next()
      if (done) throw new Error('the stream has ended')
      if (value.data !== undefined) told.push(value)
    }
    return told
  }
  /** Reads events until the stream ends. */
  const rest = async () => {
    const told: Piece[] = []
    for await (const piece of pieces) told.push(piece)
    return told
  }
  return { response, pieces, take, rest, cut: () => cut.abort() }
}

type Piece = { id?: string; data?: string; comment?: string; retry?: string }
async function* piecesOf({ body }: Response): AsyncGenerator<Piece, undefined> {
  let text = ''
  for await (const bytes of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += bytes
    const pieces = text.split('\n\n')
    text = pieces.pop() ?? ''
    for (const piece of pieces)
      yield Object.fromEntries(
        piece.split('\n').map((line) => {
          const [, name, value] = /^(\w*): (.*)$/.exec(line) ?? []
          return [name || 'comment', value]
        }),
      ) as Piece
  }
  return undefined
}

const eventsOf = (pieces: readonly Piece[]) =>
  pieces.map(({ data }) => JSON.parse(data ?? '') as unknown)
const feed = async (query: Record<string, string> = {}, by: By = site) =>
  (await app.call(events.list, { ...as(by), query: { after: begun, ...query } })).body
const insert = `
  insert into tenant.tenant_events (platform_id, type, subject_type, subject_id, subject_version, payload)
  select $1, $2, 'receipt', gen_random_uuid(), 1, $3 from generate_series(1, $4)`
const valuesOf = (type: string, warehouseId: string | undefined, count: number) => [
  site.platform.id,
  type,
  JSON.stringify({ warehouseId }),
  count,
]
const tell = (type: string, warehouseId: string | undefined = site.warehouse.id, count = 1) =>
  arrange(app, insert, valuesOf(type, warehouseId, count))

test('what happens is told as the feed tells it, and goes on where somebody was', async () => {
  await stocked(app, site)
  const now = await follow()
  expect(now.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(now.response.headers.get('cache-control')).toBe('no-store, no-transform')
  const { sku } = await stocked(app, site)
  await adjustAt(app, site, { sku, qty: '-1' })
  const { items } = await feed()
  expect(items).toHaveLength(10)
  // Who asks for no place hears what happens from then on.
  const heard = await now.take(6)
  expect(eventsOf(heard)).toEqual(items.slice(4))
  expect(heard.map(({ id }) => id)).toEqual(items.slice(4).map(({ feedSeq }) => feedSeq))

  const all = await follow(`?after=${begun}`)
  expect(eventsOf(await all.take(10))).toEqual(items)
  const back = await follow('?after=0', { 'last-event-id': items[3]?.feedSeq ?? '' })
  expect(eventsOf(await back.take(6))).toEqual(items.slice(4))
  await tell('receipt.created')
  const [newest] = (await feed({ after: items.at(-1)?.feedSeq ?? '' })).items
  for (const one of [now, all, back]) expect(eventsOf(await one.take(1))).toEqual([newest])
})

test('an event that was numbered first and committed last is not missed', async () => {
  const stream = await follow(`?after=${begun}`)
  const slow = await openOwner(app)
  try {
    await slow.rowsOf('begin')
    await slow.rowsOf(insert, valuesOf('receipt.updated', site.warehouse.id, 1))
    await tell('receipt.completed')
    // Long enough for a look that would tell the later one.
    await new Promise((passed) => setTimeout(passed, 1_500))
    await slow.rowsOf('commit')
  } finally {
    await slow.close()
  }
  expect(eventsOf(await stream.take(2))).toMatchObject([
    { type: 'receipt.updated' },
    { type: 'receipt.completed' },
  ])
})

test('more than is kept for all is told, too, in its order', async () => {
  const stream = await follow()
  await tell('receipt.created', site.warehouse.id, 1_234)
  const told = await stream.take(1_234)
  const ids = told.map(({ id }) => BigInt(id ?? 0))
  expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)))
  expect(new Set(ids).size).toBe(1_234)
})

test('nothing is told of another platform, nor of warehouses out of sight', async () => {
  const { body } = await app.call(warehouses.create, {
    ...as(site),
    body: { code: 'EAST', name: 'East' },
  })
  const east = body.warehouse.id
  const member = await app.newMember(site.owner, site.platform, { role: 'Warehouse manager' })
  await arrange(
    app,
    `insert into tenant.member_warehouse_scope (platform_id, member_id, warehouse_id)
     values ($1, $2, $3)`,
    [site.platform.id, member.id, east],
  )
  const other = await newWarehouse(app)
  const { next } = await feed({}, other)
  const theirs = await follow(`?after=${next}`, {}, other)
  const limited = await follow(`?after=${next}`, {}, { params: site.params, token: member.token })
  await tell('receipt.created')
  await tell('verify.failed', undefined)
  await tell('receipt.completed', east)
  expect(eventsOf(await limited.take(1))).toMatchObject([{ type: 'receipt.completed' }])
  // In silence it is said where they are, and that they are still heard.
  app.clock.advance(15_000)
  for (const { pieces } of [theirs, limited]) {
    let piece = (await pieces.next()).value
    while (piece?.comment === undefined) piece = (await pieces.next()).value
    expect(piece).toEqual({ comment: 'nothing new', id: expect.stringMatching(/^\d+$/) as string })
  }
  const foreign = await fetch(addressOf(other), { headers: { authorization: authorization(site) } })
  expect(foreign.status).toBe(401)
})

test('it ends with the session, and with the right', async () => {
  const { token } = await app.newMember(site.owner, site.platform, { role: 'Warehouse manager' })
  const clerk = await app.newMember(site.owner, site.platform, { role: 'Warehouse manager' })
  const mine = await follow()
  const theirs = await follow('', {}, { params: site.params, token })
  const lost = await follow('', {}, { params: site.params, token: clerk.token })
  await app.call(api.platforms.tenantSessions.logout, { params: site.params, token })
  await arrange(app, `update tenant.members set role = 'picker' where id = $1`, [clerk.id])
  app.clock.advance(15_000)
  await Promise.all([theirs.rest(), lost.rest()])
  await tell('receipt.created')
  expect(eventsOf(await mine.take(1))).toMatchObject([{ type: 'receipt.created' }])
})

const { members, directory, tenantSessions, tenantPasswords } = api.platforms
type Worker = Awaited<ReturnType<TestApp['newMember']>>
const byOwner = () => ({ token: site.owner.token, params: { platformId: site.platform.id } })
const ends: [string, (worker: Worker) => Promise<{ status: number }>][] = [
  [
    'the member is removed',
    ({ id }) =>
      app.call(members.removeById, {
        ...byOwner(),
        params: { platformId: site.platform.id, memberId: id },
      }),
  ],
  [
    'the owner ends the sessions',
    ({ id }) =>
      app.call(members.endSessions, {
        ...byOwner(),
        params: { platformId: site.platform.id, memberId: id },
      }),
  ],
  [
    'the member signs out',
    ({ token }) => app.call(tenantSessions.logout, { params: site.params, token }),
  ],
  [
    'the member changes the password elsewhere',
    async ({ email, password }) => {
      const { body } = await app.call(tenantSessions.login, {
        params: site.params,
        body: { email, password },
      })
      return app.call(tenantPasswords.change, {
        params: site.params,
        token: body.tokens.accessToken,
        body: { currentPassword: password, newPassword: 'another password 12' },
      })
    },
  ],
  [
    'the platform is suspended',
    async () => {
      const suspend = `update tenant.platforms set status = 'suspended' where platform_id = $1`
      await arrange(app, suspend, [site.platform.id])
      return { status: 200 }
    },
  ],
  [
    'the platform is deleted',
    () => app.call(directory.remove, { ...byOwner(), body: { slug: site.platform.slug } }),
  ],
]
test.each(ends)('it ends at the next look when %s, and tells nothing more', async (_, finish) => {
  const worker = await app.newMember(site.owner, site.platform, { role: 'Warehouse manager' })
  const stream = await follow('', {}, { params: site.params, token: worker.token })
  const told = stream.rest()
  expect((await finish(worker)).status).toBe(200)
  await tell('receipt.created')
  // Only the real clock moves on, by less than what the member's rights are trusted for.
  const pieces = await Promise.race([told, new Promise((late) => setTimeout(late, 8_000, 'open'))])
  expect(pieces).toEqual([{ retry: '3000' }])
})

test('a member has five, and the next when one has gone', async () => {
  const streams = []
  for (let n = 0; n < 5; n++) streams.push(await follow())
  const refused = await app.call(events.stream, as(site))
  expect([...refusal(refused), refused.headers['retry-after']]).toEqual([429, 'rate_limited', '10'])
  const other = await app.newMember(site.owner, site.platform, { role: 'Warehouse manager' })
  expect((await follow('', {}, { ...site, token: other.token })).response.status).toBe(200)
  streams[0]?.cut()
  await expect.poll(async () => (await follow()).response.status, { timeout: 60_000 }).toBe(200)
})

test('a place that is none is refused', async () => {
  const said = await app.call(events.stream, { ...as(site), headers: { 'last-event-id': 'x' } })
  const asked = await app.call(events.stream, { ...as(site), query: { after: '-1' } })
  expect([said, asked].map(({ status, body }) => [status, body['details']])).toMatchObject([
    [400, [{ path: 'Last-Event-ID' }]],
    [400, [{ path: 'after' }]],
  ])
})

test('the server closes while streams are open, also one whose reader takes nothing', async () => {
  const reading = await follow()
  await tell('receipt.created', site.warehouse.id, 30_000)
  const idle = get(`${addressOf(site)}?after=0`, {
    headers: { authorization: authorization(site) },
  })
  const [response] = (await once(idle, 'response')) as [NodeJS.ReadableStream]
  response.on('error', () => {})
  response.pause()
  const ended = reading.rest()
  await app.http.close()
  expect((await ended).every(({ data, retry }) => data !== undefined || retry === '3000')).toBe(
    true,
  )
  idle.destroy()
})
