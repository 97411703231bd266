import { api } from '@stowage/contract'
import { describe, expect, test } from 'vitest'
import { refusal, setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { checked, csv, failedCsv, rowsOf, step, upload } from '../../../test/imports.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { variants } = api.warehouse
const { imports } = api.workspace
const app = await setupApp()
const site = await newWarehouse(app)

const listVariants = async (query: Record<string, string> = {}, at = site) => {
  const { body } = await app.call(variants.list, {
    params: at.params,
    token: at.token,
    query: { limit: '200', ...query },
  })
  return body.items
}
const found = async (sku: string, at = site) =>
  (await listVariants({}, at)).find((variant) => variant.sku === sku)
/** A hundred products, seven of them wrong in seven ways. */
const hundred = (prefix: string, wrong: Record<number, Partial<Record<string, string>>>) =>
  csv(
    ['sku', 'name', 'barcode', 'decimals', 'reorder_point', 'tracking'],
    ...Array.from({ length: 100 }, (_, i) => {
      const row = { sku: `${prefix}-${i}`, name: `Thing ${i}`, barcode: '', decimals: '0' }
      const all = { ...row, reorder_point: '5', tracking: 'none', ...wrong[i] }
      return [all.sku, all.name, all.barcode, all.decimals, all.reorder_point, all.tracking].map(
        (cell) => cell ?? '',
      )
    }),
  )

describe('a file of products', () => {
  test('A16 applies the good rows; the bad ones come back as a file that can be mended', async () => {
    const file = hundred('A16', {
      3: { barcode: '4006381333932' },
      10: { name: '' },
      20: { sku: '' },
      30: { sku: 'a16-29' },
      40: { decimals: '9' },
      50: { reorder_point: '1.5' },
      60: { tracking: 'colour' },
    })
    const dry = await checked(app, site, 'products', file)
    expect(dry).toMatchObject({
      state: 'validated',
      busy: null,
      rowsTotal: 100,
      rowsValid: 93,
      rowsFailed: 7,
      creates: 93,
      updates: 0,
      unchanged: 0,
      rowsApplied: 0,
    })
    expect(await found('A16-1')).toBeUndefined()
    const bad = await rowsOf(app, site, dry.id, 'error')
    expect(bad.map(({ rowNo, errors }) => [rowNo, errors.map((e) => [e.column, e.code])])).toEqual([
      [5, [['barcode', 'barcode_check_digit']]],
      [12, [['name', 'validation_failed']]],
      [22, [['sku', 'validation_failed']]],
      [32, [['sku', 'duplicate_key']]],
      [42, [['decimals', 'validation_failed']]],
      [52, [['reorder_point', 'uom_not_exact']]],
      [62, [['tracking', 'validation_failed']]],
    ])
    const done = await step(app, site, 'apply', dry.id)
    expect(done).toMatchObject({ state: 'done_with_errors', rowsApplied: 93, rowsFailed: 7 })
    expect((await listVariants({ q: 'A16' })).length).toBe(93)

    const failed = await failedCsv(app, site, dry.id)
    expect(failed.startsWith('\uFEFFsku,name,barcode,')).toBe(true)
    expect(failed).toContain('barcode: The check digit is wrong')
    const mended = failed
      .replace('4006381333932', '4006381333931')
      .replace('A16-10,,', 'A16-10,Ten,')
      .replace('\r\n,Thing 20', '\r\nA16-20,Thing 20')
      .replace('a16-29,', 'A16-30,')
      .replace(',9,5,', ',3,5,')
      .replace(',0,1.5,', ',0,2,')
      .replace(',colour,', ',none,')
    const again = await checked(app, site, 'products', mended)
    expect(again).toMatchObject({ rowsTotal: 7, rowsValid: 7, creates: 7 })
    expect(await step(app, site, 'apply', again.id)).toMatchObject({
      state: 'done',
      rowsApplied: 7,
    })
    expect((await listVariants({ q: 'A16' })).length).toBe(100)
    expect((await found('A16-3'))?.barcodes).toMatchObject([{ code: '4006381333931' }])
  })

  test('A17 is taken back as a whole: what is new is archived, what was changed is as before', async () => {
    const first = csv(
      ['sku', 'name', 'brand', 'reorder_point'],
      ['A17-1', 'One', 'Acme', '5'],
      ['A17-2', 'Two', 'Acme', '5'],
    )
    await step(app, site, 'apply', (await checked(app, site, 'products', first)).id)
    const before = await listVariants({ q: 'A17' })
    const second = csv(
      ['sku', 'name', 'brand', 'reorder_point', 'barcode'],
      ['a17-1', 'Uno', '', '7', '96385074'],
      ['A17-2', 'Two', 'Acme', '5', ''],
      ['A17-3', 'Three', '', '', ''],
    )
    const dry = await checked(app, site, 'products', second)
    expect(dry).toMatchObject({ creates: 1, updates: 1, unchanged: 1 })
    await step(app, site, 'apply', dry.id)
    expect(await found('A17-1')).toMatchObject({
      productName: 'Uno',
      reorderPoint: '7',
      barcodes: [{ code: '96385074' }],
    })
    expect(await step(app, site, 'undo', dry.id)).toMatchObject({ state: 'undone' })
    const after = await listVariants({ q: 'A17' })
    const plain = (items: typeof after) => items.map(({ version: _, ...item }) => item)
    expect(plain(after.filter(({ state }) => state === 'active'))).toEqual(plain(before))
    expect(await found('A17-3')).toMatchObject({ state: 'archived' })
    // Read in once more it comes back.
    const again = await checked(app, site, 'products', second)
    expect(again).toMatchObject({ creates: 0, updates: 2, unchanged: 1 })
    await step(app, site, 'apply', again.id)
    expect(await found('A17-3')).toMatchObject({ state: 'active' })
  })

  test('is not taken back where somebody has changed or used what it wrote', async () => {
    const file = csv(['sku', 'name'], ['USED-1', 'Used'])
    const job = await checked(app, site, 'products', file)
    await step(app, site, 'apply', job.id)
    const stock = csv(['sku', 'warehouse', 'location', 'quantity'], ['USED-1', 'MAIN', 'A-01', '4'])
    const stocked = await checked(app, site, 'stock', stock)
    await step(app, site, 'apply', stocked.id)
    const undo = () =>
      app.call(imports.undo, {
        params: { ...site.params, importId: job.id },
        token: site.token,
        body: {},
      })
    const refused = await undo()
    expect([refused.status, refused.body['code']]).toEqual([409, 'in_use'])
    expect(refused.body['blockers']).toMatchObject([{ type: 'stock', sku: 'USED-1' }])
    const kept = await app.call(imports.one, {
      params: { ...site.params, importId: job.id },
      token: site.token,
    })
    expect(kept.body.import).toMatchObject({
      state: 'done',
      busy: null,
      failure: { code: 'in_use' },
    })
    await step(app, site, 'undo', stocked.id)
    expect((await undo()).body.import).toMatchObject({ state: 'undone', failure: null })
  })

  test('keeps what a spreadsheet would spoil, and refuses what one has spoilt', async () => {
    const file = csv(
      ['SKU', 'Name', 'EAN'],
      ['1e5', 'Text stays text', ''],
      ['00123', "'=HYPERLINK(1)", ''],
      ['R-1', 'Rounded', '4.00638E+12'],
    )
    const dry = await checked(app, site, 'products', file)
    expect(dry.mapping).toEqual({ sku: 0, name: 1, barcode: 2 })
    expect((await rowsOf(app, site, dry.id, 'error')).map(({ errors }) => errors)).toMatchObject([
      [{ column: 'barcode', code: 'validation_failed', value: '4.00638E+12' }],
    ])
    await step(app, site, 'apply', dry.id)
    expect(await found('1e5')).toMatchObject({ productName: 'Text stays text' })
    expect(await found('00123')).toMatchObject({ productName: '=HYPERLINK(1)' })
  })

  test('remembers for the next file of its kind which column was meant', async () => {
    const file = csv(['Kennung', 'Bezeichnung'], ['MAP-1', 'Mapped'])
    const sent = await upload(app, site, 'products', file)
    const { id: importId, mapping } = sent.body.import
    expect(mapping).toEqual({ name: 1 })
    const validate = (body: object) =>
      app.call(imports.validate, {
        params: { ...site.params, importId },
        token: site.token,
        body,
      })
    expect((await validate({})).body['message']).toBe('Choose the column for SKU.')
    expect((await validate({ mapping: { sku: 0, name: 1 } })).body.import.rowsValid).toBe(1)
    const next = await upload(app, site, 'products', file)
    expect(next.body.import.mapping).toEqual({ sku: 0, name: 1 })
  })

  test('proposes no column that somebody else chose and the member may not write', async () => {
    const own = await newWarehouse(app)
    const validate = (importId: string, mapping: Record<string, number>, token = own.token) =>
      app.call(imports.validate, {
        params: { ...own.params, importId },
        token,
        body: { mapping },
      })
    const { token } = await app.newMember(own.owner, own.platform, {
      role: '',
      permissions: [
        'import.run',
        'customer.manage',
        'customer.read',
        'catalog.product.create',
        'catalog.product.read',
      ],
    })
    const caller = { ...own, token }
    const proposed = async (kind: 'customers' | 'products', file: string, who = caller) =>
      (await upload(app, who, kind, file)).body.import
    for (const [kind, header, row, open, closed] of [
      [
        'customers',
        ['Kuerzel', 'Nom', 'Draht'],
        ['K-1', 'Ada', '+1 555'],
        { code: 0, name: 1 },
        'phone',
      ],
      [
        'products',
        ['Kennung', 'Titel', 'Zahl'],
        ['P-1', 'Mug', '9'],
        { sku: 0, name: 1 },
        'sell_price',
      ],
    ] as const) {
      const file = csv([...header], [...row])
      const first = await proposed(kind, file, own)
      expect((await validate(first.id, open)).status).toBe(200)
      const second = await proposed(kind, file, own)
      expect((await validate(second.id, { ...open, [closed]: 2 })).status).toBe(200)
      expect((await proposed(kind, file, own)).mapping).toEqual({ ...open, [closed]: 2 })
      expect([kind, (await proposed(kind, file)).mapping]).toEqual([kind, open])
      // One’s own choice is no news.
      const { id } = await proposed(kind, file)
      expect((await validate(id, { ...open, [closed]: 2 }, token)).status).toBe(200)
      expect((await proposed(kind, file)).mapping).toEqual({ ...open, [closed]: 2 })
    }
  })

  test('asks of its rows what it asks of people: each right, each rule', async () => {
    const worker = await app.newMember(site.owner, site.platform, {
      role: '',
      permissions: ['import.run', 'catalog.product.create', 'catalog.product.read'],
    })
    const caller = { ...site, token: worker.token }
    const file = csv(['sku', 'name', 'sell_price'], ['RIGHT-1', 'Right', '9.90'])
    const priced = await checked(app, caller, 'products', file)
    expect(priced).toMatchObject({ rowsValid: 0, rowsFailed: 1 })
    expect((await rowsOf(app, caller, priced.id)).map(({ errors }) => errors)).toMatchObject([
      [{ column: 'sell_price', code: 'permission_denied' }],
    ])
    const other = await upload(app, caller, 'locations', csv(['warehouse', 'code'], ['MAIN', 'Z']))
    expect([other.status, other.body.code]).toEqual([422, 'permission_denied'])
  })

  test('asks for the right of its kind where its rows are read', async () => {
    const { token } = await app.newMember(site.owner, site.platform, {
      role: '',
      permissions: ['import.run', 'catalog.product.create', 'catalog.product.read'],
    })
    const file = csv(['warehouse', 'code'], ['MAIN', 'READ-1'])
    const { id: importId } = await checked(app, site, 'locations', file)
    const params = { ...site.params, importId }
    const { rows, failed } = api.workspace.imports
    for (const answer of [
      await app.call(rows, { params, token }),
      await app.call(rows, { params, token, query: { format: 'csv' } }),
      await app.call(failed, { params, token }),
    ])
      expect(refusal(answer)).toEqual([422, 'permission_denied'])
  })
})

describe('a file of locations', () => {
  test('creates and changes them, and undo archives and restores', async () => {
    const file = csv(
      ['warehouse', 'bin', 'type', 'pick sequence', 'pickable'],
      ['MAIN', 'L-01', 'shelf', '10', 'yes'],
      ['MAIN', 'A-02', '', '77', ''],
      ['MAIN', 'L 02', '', '', ''],
      ['NOPE', 'L-03', '', '', 'maybe'],
    )
    const dry = await checked(app, site, 'locations', file)
    expect(dry).toMatchObject({ creates: 1, updates: 1, rowsFailed: 2 })
    expect((await rowsOf(app, site, dry.id, 'error')).map(({ errors }) => errors)).toMatchObject([
      [{ column: 'code', code: 'validation_failed' }],
      [{ column: 'warehouse', code: 'not_found' }, { column: 'pickable' }],
    ])
    await step(app, site, 'apply', dry.id)
    const places = () =>
      arrange(
        app,
        `select code, kind, pick_sequence, status from tenant.locations
         where platform_id = $1 and code in ('L-01', 'A-02') order by code`,
        [site.platform.id],
      )
    expect(await places()).toEqual([
      { code: 'A-02', kind: 'bin', pick_sequence: 77, status: 'active' },
      { code: 'L-01', kind: 'shelf', pick_sequence: 10, status: 'active' },
    ])
    await step(app, site, 'undo', dry.id)
    expect(await places()).toMatchObject([
      { code: 'A-02', pick_sequence: 0 },
      { code: 'L-01', status: 'archived' },
    ])
  })
})
