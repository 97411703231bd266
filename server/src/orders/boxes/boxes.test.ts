import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { as } from '../../../test/fixtures.ts'
import { checked, csv, rowsOf, step } from '../../../test/imports.ts'
import { setupSite } from '../../../test/setup-site.ts'

const { boxes } = api.orders
const { app, site } = await setupSite()

const create = (body: object) => app.call(boxes.create, { ...as(site), body: body as never })
const list = async (query: object = {}) =>
  (await app.call(boxes.list, { ...as(site), query: query as never })).body.items
const codes = async (query: object) => (await list(query)).map(({ code }) => code)

const unsaid = {
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  tareWeightG: null,
  maxWeightG: null,
}

test('a box is created, found, changed, archived and restored', async () => {
  const made = await create({ code: 'B2', name: 'Medium carton', lengthMm: 400 })
  expect([made.status, made.body]).toMatchObject([
    201,
    { box: { ...unsaid, code: 'B2', name: 'Medium carton', lengthMm: 400, state: 'active' } },
  ])
  const of = { ...as(site), params: { ...site.params, boxId: made.body.box.id } }
  const body = { version: 1, lengthMm: null, tareWeightG: 0, maxWeightG: 15_000 }
  const changed = await app.call(boxes.update, { ...of, body })
  expect(changed.body.box).toMatchObject({ ...unsaid, tareWeightG: 0, maxWeightG: 15_000 })
  expect((await app.call(boxes.details, of)).body.box).toEqual(changed.body.box)
  expect(await codes({ q: 'carton med' })).toEqual(['B2'])
  expect(await codes({ q: 'pallet' })).toEqual([])
  const hits = await app.call(api.workspace.search.find, { ...as(site), query: { q: 'medium' } })
  expect(hits.body.items).toMatchObject([{ kind: 'box', label: 'B2', name: 'Medium carton' }])

  await app.call(boxes.archive, { ...of, body: { version: 2 } })
  expect(await codes({ state: 'archived' })).toContain('B2')
  const twice = await app.call(boxes.archive, { ...of, body: { version: 3 } })
  expect(twice.body).toMatchObject({ code: 'invalid_transition' })
  expect((await app.call(boxes.restore, { ...of, body: { version: 3 } })).status).toBe(200)
  expect(await codes({ state: 'active' })).toContain('B2')
})

test('two boxes have two codes, and the refusal names the first', async () => {
  const first = await create({ code: 'Tube' })
  const second = await create({ code: 'TUBE' })
  expect([second.status, second.body]).toMatchObject([
    409,
    { code: 'duplicate_key', blockers: [{ id: first.body.box.id }] },
  ])
})

test.each([
  [{ lengthMm: 0 }, 'Inner length must be at least 1'],
  [{ widthMm: 300.5 }, 'Inner width must be a whole number of millimetres'],
  [{ heightMm: 100_001 }, 'Inner height must be at most 100,000 mm'],
  [{ tareWeightG: -1 }, 'Tare weight must be at least 0'],
  [{ maxWeightG: 0 }, 'Maximum weight must be at least 1'],
])('the measure %o is refused', async (measure, message) => {
  const { status, body } = await create({ code: 'BAD', ...measure })
  const [path] = Object.keys(measure)
  expect([status, body]).toMatchObject([400, { details: [{ path, message }] }])
})

test('a file creates and changes boxes by their code, in the units that its columns say', async () => {
  await create({ code: 'KEPT', name: 'Kept', widthMm: 300, maxWeightG: 900 })
  const head = ['code', 'length_mm', 'width_mm', 'max_weight_g']
  const wrong = await checked(
    app,
    site,
    'boxes',
    csv(head, ['', '1', '1', '1'], ['X', '0', '1.5', 'x']),
  )
  const errors = (await rowsOf(app, site, wrong.id, 'error')).flatMap((row) => row.errors)
  expect(errors.map(({ column, message }) => [column, message])).toEqual([
    ['code', 'Code is required'],
    ['length_mm', 'Inner length must be at least 1'],
    ['width_mm', 'Nearest: 1 or 2 mm'],
    ['max_weight_g', 'Enter a number, such as 12 or 0.5'],
  ])
  const rows = csv(head, ['NEW', '400', '', ''], ['kept', '410', '', '1200'])
  const file = await checked(app, site, 'boxes', rows)
  expect(file).toMatchObject({ creates: 1, updates: 1 })
  await step(app, site, 'apply', file.id)
  expect(await list({ q: 'new' })).toMatchObject([{ ...unsaid, name: '', lengthMm: 400 }])
  expect(await list({ q: 'kept' })).toMatchObject([
    { name: 'Kept', lengthMm: 410, widthMm: 300, heightMm: null, maxWeightG: 1200 },
  ])
  const saved = await app.call(boxes.list, { ...as(site), query: { format: 'csv' } as never })
  expect(String(saved.body)).toContain('KEPT,Kept,410,300,,,1200,active')
  await step(app, site, 'undo', file.id)
  expect(await codes({ state: 'archived' })).toEqual(['NEW'])
  expect(await list({ q: 'kept' })).toMatchObject([{ lengthMm: null, maxWeightG: 900 }])
})

test('who packs sees boxes and does not change them', async () => {
  const packer = await app.newMember(site.owner, site.platform, { role: 'packer' })
  const call = { params: site.params, token: packer.token }
  expect((await app.call(boxes.list, call)).status).toBe(200)
  const refused = await app.call(boxes.create, { ...call, body: { code: 'MINE' } })
  expect(refused.body).toMatchObject({ code: 'permission_denied' })
})
