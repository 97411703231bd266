import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { as } from '../../../test/fixtures.ts'
import { checked, csv, rowsOf, step } from '../../../test/imports.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { carriers } = api.orders
const { app, site } = await setupSite()

const create = (body: object) => app.call(carriers.create, { ...as(site), body: body as never })
const list = async (query: object = {}) =>
  (await app.call(carriers.list, { ...as(site), query: query as never })).body.items.map(
    ({ code }) => code,
  )

test('a carrier is created, found, changed, archived and restored', async () => {
  const made = await create({ code: 'DHL', name: 'Yellow Post' })
  expect([made.status, made.body]).toMatchObject([
    201,
    { carrier: { code: 'DHL', name: 'Yellow Post', trackingUrl: '', state: 'active', version: 1 } },
  ])
  const { id: carrierId } = made.body.carrier
  const of = { ...as(site), params: { ...site.params, carrierId } }
  const trackingUrl = 'https://yellow.example/track?n={tracking}'
  const changed = await app.call(carriers.update, { ...of, body: { version: 1, trackingUrl } })
  expect(changed.body.carrier).toMatchObject({ trackingUrl, name: 'Yellow Post', version: 2 })
  expect((await app.call(carriers.details, of)).body.carrier).toEqual(changed.body.carrier)
  expect(await list({ q: 'post yel' })).toEqual(['DHL'])
  expect(await list({ q: 'nobody' })).toEqual([])
  const hits = await app.call(api.workspace.search.find, { ...as(site), query: { q: 'yellow' } })
  expect(hits.body.items).toMatchObject([{ kind: 'carrier', label: 'DHL', name: 'Yellow Post' }])

  expect((await app.call(carriers.archive, { ...of, body: { version: 2 } })).body).toMatchObject({
    carrier: { state: 'archived', version: 3 },
  })
  expect(await list({ state: 'active' })).not.toContain('DHL')
  const twice = await app.call(carriers.archive, { ...of, body: { version: 3 } })
  expect(twice.body).toMatchObject({ code: 'invalid_transition' })
  expect((await app.call(carriers.restore, { ...of, body: { version: 3 } })).status).toBe(200)
  expect(await list({ state: 'active' })).toContain('DHL')
})

test('two carriers have two codes, and the refusal names the first', async () => {
  const first = await create({ code: 'Rail' })
  const second = await create({ code: 'RAIL' })
  expect([second.status, second.body]).toMatchObject([
    409,
    { code: 'duplicate_key', blockers: [{ id: first.body.carrier.id }] },
  ])
})

test.each([
  'http://post.example/{tracking}',
  'https://post.example/',
  'https://{tracking}.example/x',
  'https://post.example/a b{tracking}',
  'javascript:alert({tracking})',
])('the tracking page %s is refused', async (trackingUrl) => {
  const { status, body } = await create({ code: 'BAD', trackingUrl })
  expect([status, body]).toMatchObject([400, { details: [{ path: 'trackingUrl' }] }])
})

test('a file creates and changes carriers by their code, and names what is wrong', async () => {
  await create({ code: 'KEPT', name: 'Kept' })
  const head = ['code', 'name', 'tracking_url']
  const wrong = await checked(app, site, 'carriers', csv(head, ['', 'None', ''], ['X', '', 'ftp:']))
  const errors = (await rowsOf(app, site, wrong.id, 'error')).flatMap((row) => row.errors)
  expect(errors).toMatchObject([
    { column: 'code', message: 'Code is required' },
    { column: 'tracking_url', value: 'ftp:' },
  ])
  const rows = csv(head, ['NEW', 'New', ''], ['kept', '', 'https://kept.example/{tracking}'])
  const file = await checked(app, site, 'carriers', rows)
  expect(file).toMatchObject({ creates: 1, updates: 1 })
  await step(app, site, 'apply', file.id)
  const shown = (await app.call(carriers.list, { ...as(site), query: { q: 'kept' } as never })).body
  expect(shown.items).toMatchObject([
    { name: 'Kept', trackingUrl: 'https://kept.example/{tracking}' },
  ])
  await step(app, site, 'undo', file.id)
  expect(await list({ state: 'archived' })).toEqual(['NEW'])
})

test('who packs sees carriers and does not change them', async () => {
  const packer = await app.newMember(site.owner, site.platform, { role: 'packer' })
  const call = { params: site.params, token: packer.token }
  expect((await app.call(carriers.list, call)).status).toBe(200)
  const refused = await app.call(carriers.create, { ...call, body: { code: 'MINE' } })
  expect(refused.body).toMatchObject({ code: 'permission_denied' })
})
