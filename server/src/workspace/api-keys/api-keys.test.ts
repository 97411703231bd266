import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal, setupApp } from '../../../test/app.ts'
import { arrange, eventsOf } from '../../../test/arrange.ts'
import { newItem } from '../../../test/fixtures.ts'
import { newWarehouse, type Site } from '../../../test/warehouse.ts'

const { create, list, revoke, rotate } = api.workspace.apiKeys
const { reauthenticate } = api.platforms.tenantSessions
const { orders } = api.orders
const { warehouses, stockViews } = api.warehouse
const app = await setupApp()

const minute = 60_000
const hour = 60 * minute
const reading = { name: 'Shop', permissions: ['order.read', 'location.read'] }

async function newKey({ params, token }: Pick<Site, 'params' | 'token'>, body: object = reading) {
  const answer = await app.call(create, { params, token, body: { ...body } })
  expect(answer.status).toBe(201)
  return { ...answer.body, params: { ...params, keyId: answer.body.apiKey.id } }
}
const read = ({ params }: Pick<Site, 'params'>, token: string) =>
  app.call(orders.list, { params, token })
const invalid = [401, 'invalid_api_key']

async function signInAgain({ params, owner }: Site): Promise<string> {
  const answer = await app.call(api.platforms.tenantSessions.login, { params, body: owner })
  return answer.body.tokens.accessToken
}

describe('a key', () => {
  test('calls the API with its permissions and is listed without its secret', async () => {
    const site = await newWarehouse(app)
    const { secret, apiKey } = await newKey(site)
    expect(secret).toMatch(new RegExp(`^stw_${apiKey.prefix}_[\\w-]{43}$`))
    expect((await read(site, secret)).status).toBe(200)
    expect(
      refusal(await app.call(stockViews.levels, { params: site.params, token: secret })),
    ).toEqual([422, 'permission_denied'])
    const { body } = await app.call(list, site)
    expect(body.items).toMatchObject([
      { ...reading, warehouseIds: null, createdByName: 'Ada Alba', revokedAt: null },
    ])
    expect(JSON.stringify(body)).not.toContain(secret.split('_')[2])
    const rows = await arrange(app, `select * from tenant.api_keys where key_id = $1`, [apiKey.id])
    expect(JSON.stringify(rows)).not.toContain(secret.split('_')[2])
  })

  test('is refused with a wrong secret, an unknown prefix and on another platform', async () => {
    const [site, other] = [await newWarehouse(app), await newWarehouse(app)]
    const { secret } = await newKey(site)
    const [, prefix = '', rest = ''] = secret.split('_')
    for (const wrong of [
      secret.slice(0, -1) + (secret.endsWith('A') ? 'E' : 'A'),
      `stw_${'0'.repeat(12)}_${rest}`,
      `stw_${prefix}_`,
      'stw_',
    ])
      expect(refusal(await read(site, wrong))).toEqual(invalid)
    expect(refusal(await read(other, secret))).toEqual(invalid)
    expect(refusal(await read({ params: { slug: 'nowhere-at-all' } as never }, secret))).toEqual([
      404,
      'not_found',
    ])
  })

  test('ends with its expiry, its revocation and its platform', async () => {
    const site = await newWarehouse(app)
    const expiresAt = new Date(app.clock.now().getTime() + 5 * minute).toISOString()
    const [short, revoked, kept] = [
      await newKey(site, { ...reading, expiresAt }),
      await newKey(site),
      await newKey(site),
    ]
    expect((await read(site, revoked.secret)).status).toBe(200)
    const { body } = await app.call(revoke, { ...site, params: revoked.params })
    expect(body.apiKey.revokedAt).not.toBeNull()
    expect(refusal(await read(site, revoked.secret))).toEqual(invalid)
    expect((await app.call(revoke, { ...site, params: revoked.params })).status).toBe(200)

    expect((await read(site, short.secret)).status).toBe(200)
    app.clock.advance(5 * minute)
    expect(refusal(await read(site, short.secret))).toEqual(invalid)
    expect((await read(site, kept.secret)).status).toBe(200)
    await arrange(app, `update tenant.platforms set status = 'suspended' where platform_id = $1`, [
      site.platform.id,
    ])
    expect(refusal(await read(site, kept.secret))).toEqual(invalid)
  })

  test('keeps its former secret for the overlap only', async () => {
    const site = await newWarehouse(app)
    const first = await newKey(site)
    const again = { ...site, params: first.params }
    const second = await app.call(rotate, { ...again, body: { overlapHours: 2 } })
    expect(second.body.apiKey.previousUntil).not.toBeNull()
    expect((await read(site, first.secret)).status).toBe(200)
    expect((await read(site, second.body.secret)).status).toBe(200)

    const third = await app.call(rotate, { ...again, body: { overlapHours: 1 } })
    expect(refusal(await read(site, first.secret))).toEqual(invalid)
    expect((await read(site, second.body.secret)).status).toBe(200)
    app.clock.advance(hour)
    expect(refusal(await read(site, second.body.secret))).toEqual(invalid)
    expect((await read(site, third.body.secret)).status).toBe(200)

    const token = await signInAgain(site)
    const last = await app.call(rotate, { ...again, token })
    expect(refusal(await read(site, third.body.secret))).toEqual(invalid)
    expect((await read(site, last.body.secret)).status).toBe(200)
    await app.call(revoke, { ...again, token })
    expect(refusal(await app.call(rotate, { ...again, token }))).toEqual([409, 'api_key_ended'])
    const tooLong = await app.call(rotate, { ...again, token, body: { overlapHours: 169 } })
    expect(refusal(tooLong)).toEqual([400, 'validation_failed'])
  })

  test('notes its last use once a minute', async () => {
    const site = await newWarehouse(app)
    const { secret, apiKey } = await newKey(site)
    const lastUse = async () => (await app.call(list, site)).body.items[0]?.lastUsedAt
    expect(apiKey.lastUsedAt).toBeNull()
    await read(site, secret)
    const first = await lastUse()
    expect(first).toEqual(expect.any(String))
    await read(site, secret)
    expect(await lastUse()).toBe(first)
    app.clock.advance(minute)
    await read(site, secret)
    expect(await lastUse()).not.toBe(first)
  })

  test('has no stream of events, which ends with a session', async () => {
    const site = await newWarehouse(app)
    const { secret } = await newKey(site, { ...reading, permissions: ['stock.history.read'] })
    const as = { params: site.params, token: secret }
    const { list: events, stream } = api.workspace.events
    expect(refusal(await app.call(stream, as))).toEqual([422, 'permission_denied'])
    expect((await app.call(events, as)).status).toBe(200)
  })

  test('sees its warehouses only', async () => {
    const site = await newWarehouse(app)
    const made = await app.call(warehouses.create, {
      ...site,
      body: { code: 'EAST', name: 'East' },
    })
    const east = made.body.warehouse.id
    const { secret } = await newKey(site, { ...reading, warehouseIds: [east] })
    const { body } = await app.call(warehouses.list, { params: site.params, token: secret })
    expect(body.items.map(({ id }) => id)).toEqual([east])
  })

  test('writes orders, audit entries and the ledger in its own name', async () => {
    const site = await newWarehouse(app)
    const item = await newItem(app, site)
    const { secret, apiKey } = await newKey(site, {
      name: 'Robot',
      permissions: ['order.create', 'order.read', 'receipt.create', 'receipt.complete'].concat(
        'stock.history.read',
      ),
    })
    const as = { params: site.params, token: secret }
    const placed = await app.call(orders.create, {
      ...as,
      body: { lines: [{ variantId: item.id, qty: '1' }] },
    })
    expect(placed.status).toBe(201)
    const line = { sku: item.sku, qty: '2', location: 'A-01', unitCost: '1' }
    const received = await app.call(api.warehouse.receiving.create, {
      ...as,
      body: { warehouseId: site.warehouse.id, complete: true, lines: [line] },
    })
    expect(received.status).toBe(201)
    const entries = await app.call(stockViews.ledger, as)
    expect(entries.body.items[0]?.actor).toEqual({ type: 'api_key', id: apiKey.id, name: 'Robot' })
    const events = await eventsOf(app, site.platform.id)
    expect(events.find(({ action }) => action === 'ORDER_CREATED')).toMatchObject({
      actor_type: 'api_key',
      actor_id: apiKey.id,
      actor_email: null,
      session_id: null,
      metadata: { apiKey: 'Robot' },
    })
  })
})

describe('managing keys', () => {
  test('never gives more than the creator has', async () => {
    const site = await newWarehouse(app)
    const clerk = await app.newMember(site.owner, site.platform, {
      permissions: ['platform.api_key.*', 'order.read'],
    })
    const as = { params: site.params, token: clerk.token }
    const refused = await app.call(create, { ...as, body: reading })
    expect(refusal(refused)).toEqual([422, 'permission_denied'])
    expect(refused.body['details']).toMatchObject([{ path: 'permissions' }])
    expect((await newKey(as, { ...reading, permissions: ['order.read'] })).secret).toBeTruthy()
    // A rotation shows the secret, so it needs as much.
    const strong = await newKey(site)
    expect(refusal(await app.call(rotate, { ...as, params: strong.params }))).toEqual([
      422,
      'permission_denied',
    ])

    await app.call(api.warehouse.settings.setMemberWarehouses, {
      params: { ...site.params, memberId: clerk.id },
      token: site.token,
      body: { warehouseIds: [site.warehouse.id] },
    })
    const own = { ...reading, permissions: ['order.read'] }
    expect(refusal(await app.call(create, { ...as, body: own }))).toEqual([
      422,
      'permission_denied',
    ])
    await newKey(as, { ...own, warehouseIds: [site.warehouse.id] })
  })

  test('refuses permissions of people, unknown warehouses and past times', async () => {
    const site = await newWarehouse(app)
    for (const wrong of [
      { permissions: ['platform.api_key.manage'] },
      { permissions: ['platform.member.update'] },
      { permissions: [] },
      { warehouseIds: [] },
      { warehouseIds: [randomUUID()] },
      { expiresAt: '2020-01-01T00:00:00Z' },
      { name: ' ' },
    ])
      expect(refusal(await app.call(create, { ...site, body: { ...reading, ...wrong } }))).toEqual([
        400,
        'validation_failed',
      ])
  })

  test('does not find keys of another platform', async () => {
    const [site, other] = [await newWarehouse(app), await newWarehouse(app)]
    const key = await newKey(site)
    const params = { ...other.params, keyId: key.apiKey.id }
    for (const route of [rotate, revoke])
      expect((await app.call(route, { params, token: other.token })).status).toBe(404)
    expect((await app.call(list, other)).body.items).toEqual([])
  })

  test('asks for a proof once the sign-in is not recent', async () => {
    const site = await newWarehouse(app)
    const key = await newKey(site)
    app.clock.advance(app.context.config.stepUpWindowSeconds * 1000 + minute)
    const refused = await app.call(create, { ...site, body: reading })
    expect(refusal(refused)).toEqual([428, 'reauthentication_required'])
    expect(refused.body['methods']).toEqual(['password'])
    expect((await app.call(revoke, { ...site, params: key.params })).status).toBe(200)

    const prove = (password: string) => app.call(reauthenticate, { ...site, body: { password } })
    expect(refusal(await prove('not the password'))).toEqual([400, 'invalid_password'])
    expect(refusal(await app.call(create, { ...site, body: reading }))[0]).toBe(428)
    expect((await prove(site.owner.password)).status).toBe(200)
    await newKey(site)
  })

  test('records each change', async () => {
    const site = await newWarehouse(app)
    const { params, secret } = await newKey(site)
    await app.call(rotate, { ...site, params, body: { overlapHours: 1 } })
    await app.call(revoke, { ...site, params })
    const events = (await eventsOf(app, site.platform.id)).filter(({ action }) =>
      String(action).startsWith('API_KEY_'),
    )
    expect(events.map(({ action }) => action)).toEqual([
      'API_KEY_CREATED',
      'API_KEY_ROTATED',
      'API_KEY_REVOKED',
    ])
    expect(JSON.stringify(events)).not.toContain(secret.split('_')[2])
  })
})
