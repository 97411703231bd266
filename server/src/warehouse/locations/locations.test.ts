import { randomUUID } from 'node:crypto'
import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { eventsOf } from '../../../test/arrange.ts'
import { as, type Site } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { warehouses, locations, zones } = api.warehouse
const app = await sharedApp()
const site = await newWarehouse(app)
const other = await newWarehouse(app)

const takenBy = ({ status, body }: { status: number; body: object }) => {
  const { code, blockers } = body as Record<string, unknown>
  return [status, code, blockers]
}

/** A manager of the site who works in these of its warehouses only. */
async function memberOf(own: Site, warehouseIds: string[]) {
  const member = await app.newMember(own.owner, own.platform, { role: 'warehouse_manager' })
  await app.call(api.warehouse.settings.setMemberWarehouses, {
    ...as(own),
    params: { ...own.params, memberId: member.id },
    body: { warehouseIds },
  })
  return member
}

test('a new warehouse can receive, stage, quarantine and keep damaged goods', async () => {
  expect(site.starting.map(({ code }) => code)).toEqual(['RECV', 'STAGE', 'QUAR', 'DMG'])
  const { body } = await app.call(warehouses.list, as(site))
  expect(body.items.map(({ code, kind }) => [code, kind])).toEqual([
    ['MAIN', 'site'],
    ['TRANSIT', 'transit'],
  ])
  const receive = site.starting.find(({ code }) => code === 'RECV')
  expect(site.warehouse.defaultLocations.receive).toBe(receive?.id)
  const events = await eventsOf(app, site.platform.id)
  expect(events.map(({ action }) => action)).toContain('WAREHOUSE_CREATED')
})

test('a code is taken in whatever case it is written', async () => {
  const body = { warehouseId: site.warehouse.id, code: 'a-01' }
  const taken = await app.call(locations.create, { ...as(site), body })
  expect(takenBy(taken)).toEqual([409, 'duplicate_key', [{ type: 'location', id: site.a01.id }]])
  const twice = await app.call(warehouses.create, {
    ...as(site),
    body: { code: 'main', name: 'Again' },
  })
  const { id } = site.warehouse
  expect(takenBy(twice)).toEqual([409, 'duplicate_key', [{ type: 'warehouse', id }]])
  const zone = (await app.call(zones.list, as(site))).body.items[0]
  const again = { warehouseId: id, code: zone?.code.toLowerCase() }
  const zoned = await app.call(zones.create, { ...as(site), body: again })
  expect(takenBy(zoned)).toEqual([409, 'duplicate_key', [{ type: 'zone', id: zone?.id }]])
})

test('a barcode is taken by a location, which is named to those who may see it', async () => {
  const own = await newWarehouse(app)
  const { body } = await app.call(warehouses.create, {
    ...as(own),
    body: { code: 'EAST', name: 'East' },
  })
  const [first] = body.locations
  const put = (id: string, version: number, by: { token: string } = own) =>
    app.call(locations.update, {
      params: { ...own.params, locationId: id },
      token: by.token,
      body: { barcode: 'SHELF-7', version },
    })
  expect((await put(first?.id ?? '', 1)).status).toBe(200)
  const blocker = { type: 'location', id: first?.id }
  expect(takenBy(await put(own.a01.id, 1))).toEqual([409, 'duplicate_key', [blocker]])
  const limited = await memberOf(own, [own.warehouse.id])
  const unnamed = takenBy(await put(own.a01.id, 1, limited))
  expect(unnamed).toEqual([409, 'duplicate_key', [{ type: 'location' }]])
})

test('A12 a change says which version it saw', async () => {
  const path = { ...as(site), params: { ...site.params, locationId: site.a02.id } }
  const without = await app.call(locations.update, { ...path, body: { pickable: false } })
  expect([without.status, without.body['details']]).toMatchObject([400, [{ path: 'version' }]])
  const body = { pickSequence: 70, version: site.a02.version }
  const changed = await app.call(locations.update, { ...path, body })
  expect(changed.body.location).toMatchObject({ pickSequence: 70, version: site.a02.version + 1 })
  const stale = await app.call(locations.update, { ...path, body })
  expect([stale.status, stale.body['code'], stale.body['currentVersion']]).toEqual([
    409,
    'version_conflict',
    changed.body.location.version,
  ])
})

test('A15 a pattern is counted, then made, then there already', async () => {
  const generate = async (dryRun: boolean) => {
    const body = { warehouseId: site.warehouse.id, pattern: 'B-{01..03}-{1..2}', dryRun }
    const { status, body: reply } = await app.call(locations.generate, { ...as(site), body })
    expect(status).toBe(201)
    return reply
  }
  expect(await generate(true)).toMatchObject({ count: 6, existing: 0, created: 0 })
  expect(await generate(false)).toMatchObject({ count: 6, existing: 0, created: 6 })
  expect(await generate(false)).toMatchObject({ count: 6, existing: 6, created: 0 })
  const bad = await app.call(locations.generate, {
    ...as(site),
    body: { warehouseId: site.warehouse.id, pattern: '{B..A}' },
  })
  expect([bad.status, bad.body['details']]).toMatchObject([400, [{ path: 'pattern' }]])
})

describe('a location', () => {
  const locationOf = async (id: string) => {
    const { body } = await app.call(locations.list, { ...as(site), query: { q: 'C-01' } })
    const found = body.items.find((one) => one.id === id)
    if (!found) throw new Error('no such location')
    return found
  }
  const step = (
    route: typeof locations.unblock | typeof locations.archive,
    at: { id: string; version: number },
  ) =>
    app.call(route, {
      ...as(site),
      params: { ...site.params, locationId: at.id },
      body: { version: at.version },
    })

  test('is blocked, opened and archived', async () => {
    const { body } = await app.call(locations.create, {
      ...as(site),
      body: { warehouseId: site.warehouse.id, code: 'C-01' },
    })
    const blocked = await app.call(locations.block, {
      ...as(site),
      params: { ...site.params, locationId: body.location.id },
      body: { version: 1, direction: 'both' },
    })
    expect(blocked.body.location.status).toBe('blocked')
    const opened = await step(locations.unblock, blocked.body.location)
    expect(opened.body.location.status).toBe('active')
    const again = await step(locations.unblock, opened.body.location)
    expect([again.status, again.body]).toMatchObject([
      409,
      {
        code: 'invalid_transition',
        blockers: [
          {
            type: 'location',
            code: 'C-01',
            from: 'active',
            to: 'active',
            allowed: ['blocked_in', 'blocked_out', 'blocked', 'archived'],
          },
        ],
      },
    ])
    for (const from of ['blocked_in', 'blocked'] as const) {
      const direction = from === 'blocked' ? 'both' : 'in'
      const block = async (version: number) =>
        app.call(locations.block, {
          ...as(site),
          params: { ...site.params, locationId: body.location.id },
          body: { version, direction },
        })
      const { version } = await locationOf(body.location.id)
      expect((await block(version)).body.location.status).toBe(from)
      const refused = await block(version + 1)
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { code: 'invalid_transition', blockers: [{ from, to: from }] },
      ])
      expect(await locationOf(body.location.id)).toMatchObject({
        status: from,
        version: version + 1,
      })
    }
    const last = await step(locations.unblock, await locationOf(body.location.id))
    const away = await step(locations.archive, last.body.location)
    expect(away.body.location.status).toBe('archived')
  })

  test('is of a warehouse where goods lie, not of the one between them', async () => {
    const { body } = await app.call(warehouses.list, {
      ...as(site),
      query: { kind: 'transit' },
    })
    const warehouseId = body.items[0]?.id ?? ''
    const answers = [
      await app.call(locations.create, { ...as(site), body: { warehouseId, code: 'T-1' } }),
      await app.call(zones.create, { ...as(site), body: { warehouseId, code: 'T' } }),
      await app.call(locations.generate, {
        ...as(site),
        body: { warehouseId, pattern: 'T-{1..2}' },
      }),
    ]
    for (const { status, body: refused } of answers)
      expect([status, refused['details']]).toMatchObject([400, [{ path: 'warehouseId' }]])
  })

  test('takes a zone of its own warehouse only', async () => {
    const { body } = await app.call(zones.list, as(other))
    const zoneId = body.items[0]?.id
    const answer = await app.call(locations.create, {
      ...as(site),
      body: { warehouseId: site.warehouse.id, code: 'C-02', zoneId },
    })
    expect([answer.status, answer.body['details']]).toMatchObject([400, [{ path: 'zoneId' }]])
  })
})

test('locations come in walking order, page by page, forwards and back', async () => {
  const own = await newWarehouse(app)
  await app.call(locations.generate, {
    ...as(own),
    body: { warehouseId: own.warehouse.id, pattern: 'Z-{01..60}' },
  })
  const page = async (cursor?: string) => {
    const query = { limit: '25', q: 'z-', ...(cursor && { cursor }) }
    return (await app.call(locations.list, { ...as(own), query })).body
  }
  const first = await page()
  const second = await page(first.next ?? '')
  const third = await page(second.next ?? '')
  const codes = [first, second, third].flatMap(({ items }) => items.map(({ code }) => code))
  expect(codes).toHaveLength(60)
  expect(codes).toEqual(codes.toSorted())
  expect([first.previous, third.next, first.total, first.capped]).toEqual([null, null, 60, false])
  expect(await page(third.previous ?? '')).toEqual(second)
  const bad = await app.call(locations.list, { ...as(own), query: { cursor: 'nowhere' } })
  expect([bad.status, bad.body['details']]).toMatchObject([400, [{ path: 'cursor' }]])
})

describe('another platform', () => {
  test('sees nothing and changes nothing', async () => {
    const { body } = await app.call(locations.list, { ...as(other), query: { q: 'A-01' } })
    expect(body.items.map(({ id }) => id)).toEqual([other.a01.id])
    const answers = await Promise.all(
      [site.a01.id, randomUUID()].map((locationId) =>
        app.call(locations.update, {
          ...as(other),
          params: { ...other.params, locationId },
          body: { pickable: false, version: 1 },
        }),
      ),
    )
    const bodies = answers.map(({ status, body: { requestId: _, ...rest } }) => [status, rest])
    expect(bodies[0]?.[0]).toBe(404)
    expect(bodies[0]).toEqual(bodies[1])
  })
})

describe('the role', () => {
  test('viewer looks and does not touch', async () => {
    const viewer = await app.newMember(site.owner, site.platform, { role: 'viewer' })
    const at = { params: site.params, token: viewer.token }
    expect((await app.call(locations.list, at)).status).toBe(200)
    const refused = await app.call(zones.create, {
      ...at,
      body: { warehouseId: site.warehouse.id, code: 'Z' },
    })
    expect([refused.status, refused.body['code'], refused.body['details']]).toEqual([
      422,
      'permission_denied',
      [{ path: 'permission', message: 'location.create' }],
    ])
  })

  test('nobody in particular sees nothing', async () => {
    const guest = await app.newMember(site.owner, site.platform, { role: 'Owner' })
    const answer = await app.call(warehouses.list, { params: site.params, token: guest.token })
    expect([answer.status, answer.body['code']]).toEqual([422, 'permission_denied'])
  })
})
