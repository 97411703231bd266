import { api } from '@stowage/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import {
  checked,
  csv,
  importJobOf,
  rowsOf,
  runImportJob,
  step,
  upload,
} from '../../../test/imports.ts'
import { newWarehouse } from '../../../test/warehouse.ts'
import { inTransaction } from '../../database/transactions.ts'
import { fromJobActor } from '../../http/job-actor.ts'
import { emptyWarehouse } from '../../platforms/directory/queries.ts'
import { findViolations } from '../../warehouse/stock/kernel-queries.ts'
import { workOn } from './run.ts'

const { imports } = api.workspace
const app = await setupApp()
const site = await newWarehouse(app)

const count = async (prefix: string) => {
  const rows = await arrange(
    app,
    'select sku from tenant.variants where platform_id = $1 and starts_with(sku, $2)',
    [site.platform.id, prefix],
  )
  return rows.length
}
const one = async (importId: string) => {
  const params = { ...site.params, importId }
  const { body } = await app.call(imports.one, { params, token: site.token })
  return body.import
}

const work = (importId: string) => runImportJob(app, importId)

describe('P9 of n rows of which k are wrong', () => {
  const wrong = [
    ['', 'No SKU', ''],
    ['SKU', '', ''],
    ['SKU', 'Check digit', '4006381333932'],
    ['SKU', 'Control\u0007', ''],
    ['S'.repeat(65), 'Long', ''],
  ] as const
  let run = 0

  test.each(['valid_rows', 'all_or_nothing'] as const)(
    'exactly k are reported and n - k, or none, applied: %s',
    async (mode) => {
      const cells = fc.array(fc.option(fc.nat(wrong.length - 1), { nil: undefined, freq: 4 }), {
        minLength: 1,
        maxLength: 30,
      })
      await fc.assert(
        fc.asyncProperty(cells, async (rows) => {
          const prefix = `P9-${mode}-${run++}`
          const lines = rows.map((bad, i) => {
            if (bad === undefined) return [`${prefix}-${i}`, `Thing ${i}`, '']
            const [sku, ...others] = wrong[bad] ?? ['']
            return [sku === 'SKU' ? `${prefix}-${i}` : sku, ...others]
          })
          const k = rows.filter((bad) => bad !== undefined).length
          const file = csv(['sku', 'name', 'barcode'], ...lines)
          const dry = await checked(app, site, 'products', file, mode)
          expect([dry.rowsFailed, dry.rowsValid]).toEqual([k, rows.length - k])
          const reported = await rowsOf(app, site, dry.id, 'error')
          expect(reported.map(({ rowNo }) => rowNo)).toEqual(
            rows.flatMap((bad, i) => (bad === undefined ? [] : [i + 2])),
          )
          const applies = k < rows.length && (mode === 'valid_rows' || k === 0)
          const apply = step(app, site, 'apply', dry.id)
          if (applies) expect((await apply).rowsApplied).toBe(rows.length - k)
          else await expect(apply).rejects.toThrow('invalid_transition')
          expect(await count(`${prefix}-`)).toBe(applies ? rows.length - k : 0)
        }),
        { numRuns: 12 },
      )
    },
    60_000,
  )
})

describe('a file that is none', () => {
  const head = 'sku,name\n'
  test.each([
    ['nothing', '', 'The file is empty.'],
    ['only the names of columns', head, 'The file has no rows below its header row.'],
    ['a workbook', Buffer.from('PK\u0003\u0004rest'), 'This is an Excel workbook.'],
    ['UTF-16', Buffer.from(`\uFEFF${head}`, 'utf16le'), 'The file is written in UTF-16.'],
    ['Latin-1', Buffer.from(`${head}A,Tasse\nB,Töpfe\n`, 'latin1'), 'Line 3 is not UTF-8.'],
    ['an open quote', `${head}A,"Mug\nB,Bowl\n`, 'Row 2 has an unclosed quotation mark'],
    ['an endless cell', `${head}A,"${'x'.repeat(200_000)}"\n`, 'Row 2 has an unclosed quotation'],
    ['too many columns', `${'c,'.repeat(300)}\n1\n`, 'Row 1 has more than 200 columns.'],
  ])('is refused and says why: %s', async (_, content, message) => {
    const sent = await upload(app, site, 'products', content)
    expect([sent.status, sent.body.code]).toEqual([400, 'validation_failed'])
    expect(sent.body.message).toContain(message)
    expect(sent.body.details[0]?.path).toBe('file')
  })

  test('of another type is refused, and one that is too large', async () => {
    for (const type of ['application/json', 'text/plain', 'application/octet-stream']) {
      const sent = await upload(app, site, 'products', '{}', { type })
      expect([type, sent.status, sent.body.code]).toEqual([type, 415, 'unsupported_media_type'])
    }
    const elsewhere = await app.http.inject({
      method: 'POST',
      url: `/api/v1/tenant/${site.params.slug}/catalog/products`,
      payload: 'sku,name',
      headers: { authorization: `Bearer ${site.token}`, 'content-type': 'text/csv' },
    })
    expect(elsewhere.statusCode).toBe(415)
    const large = Buffer.alloc(25 * 1024 * 1024 + 1, 'a')
    const sent = await upload(app, site, 'products', large)
    expect([sent.status, sent.body.code]).toEqual([413, 'payload_too_large'])
  })

  test('is kept once however often it is sent with one key', async () => {
    const file = csv(['sku', 'name'], ['IDEM-1', 'Once'])
    const headers = { 'idempotency-key': 'an upload of mine' }
    const [first, second] = [
      await upload(app, site, 'products', file, { headers }),
      await upload(app, site, 'products', file, { headers }),
    ]
    expect(second.body.import.id).toBe(first.body.import.id)
    const other = await upload(app, site, 'products', `${file}B,C\n`, { headers })
    expect(other.body.code).toBe('idempotency_conflict')
  })
})

test('whatever the separator, the quotes, the line ends and the blank rows, rows are rows', async () => {
  const file =
    '\uFEFFsku;name;description\r\n\r\nSEP-1;"Mug; large";"two\r\nlines"\r\n;;\r\nSEP-2;5" pipe;\0x\r\n'
  const dry = await checked(app, site, 'products', file)
  expect(dry).toMatchObject({ rowsTotal: 2, rowsValid: 1, rowsFailed: 1 })
  expect(await rowsOf(app, site, dry.id)).toMatchObject([
    { rowNo: 3, cells: ['SEP-1', 'Mug; large', 'two\nlines'], errors: [] },
    { rowNo: 5, cells: ['SEP-2', '5" pipe', '\u2400x'], errors: [{ column: 'description' }] },
  ])
})

describe('a large file', () => {
  const rows = 1_200
  const file = (prefix: string) =>
    csv(
      ['sku', 'name'],
      ...Array.from({ length: rows }, (_, i) => [`${prefix}-${i}`, `Thing ${i}`]),
    )

  test('is worked off by a worker, which goes on where a dead one stopped, no row twice', async () => {
    const prefix = 'CRASH'
    const dry = await checked(app, site, 'products', file(prefix))
    expect(dry).toMatchObject({ state: 'uploaded', busy: 'validate', rowsDone: 0 })
    await work(dry.id)
    expect(await one(dry.id)).toMatchObject({ state: 'validated', busy: null, rowsValid: rows })
    await step(app, site, 'apply', dry.id)
    // The first worker dies in its second step: what that step did was never committed.
    const dead = fromJobActor((await importJobOf(app, dry.id)).worker, new Date())
    let transactions = 0
    await expect(
      workOn(
        (body) =>
          inTransaction(app.db, { platformId: site.platform.id }, async (tx) => {
            const result = await body(tx)
            // Before it: what is applied, the first step, the statistics.
            if (++transactions === 4) throw new Error('the process is gone')
            return result
          }),
        dead,
        dry.id,
      ),
    ).rejects.toThrow('gone')
    expect(await one(dry.id)).toMatchObject({ state: 'applying', busy: 'apply', rowsDone: 500 })
    expect(await count(`${prefix}-`)).toBe(500)
    await work(dry.id)
    expect(await one(dry.id)).toMatchObject({ state: 'done', busy: null, rowsApplied: rows })
    expect(await count(`${prefix}-`)).toBe(rows)
    // A job that is run once more finds nothing to do.
    await work(dry.id)
    expect(await count(`${prefix}-`)).toBe(rows)
  })

  test('of stock is posted once, however many work on it at once', async () => {
    const dry = await checked(app, site, 'products', csv(['sku', 'name'], ['ONCE', 'Once']))
    await step(app, site, 'apply', dry.id)
    const line = ['ONCE', 'MAIN', 'A-01', '1']
    const stock = csv(
      ['sku', 'warehouse', 'location', 'quantity'],
      ...Array.from({ length: rows }, () => line),
    )
    const job = await checked(app, site, 'stock', stock)
    await work(job.id)
    await step(app, site, 'apply', job.id)
    await Promise.all([work(job.id), work(job.id), work(job.id)])
    expect(await one(job.id)).toMatchObject({ state: 'done', rowsApplied: rows })
    const onHand = await arrange(
      app,
      `select sum(on_hand)::text as sum from tenant.stock_levels l
       join tenant.variants v using (platform_id, variant_id)
       where l.platform_id = $1 and v.sku = 'ONCE'`,
      [site.platform.id],
    )
    expect(onHand).toEqual([{ sum: String(rows) }])
    const violations = await inTransaction(app.db, { platformId: site.platform.id }, (tx) =>
      findViolations(tx, site.platform.id),
    )
    expect(violations).toEqual([])
  })
})

test('rows that became wrong between dry run and apply fail alone, or all together', async () => {
  const barcode = '4006381333931'
  const file = (prefix: string) =>
    csv(['sku', 'name', 'barcode'], [`${prefix}-1`, 'A', barcode], [`${prefix}-2`, 'B', ''])
  const some = await checked(app, site, 'products', file('LATE'))
  const whole = await checked(app, site, 'products', file('WHOLE'), 'all_or_nothing')
  const taken = await checked(
    app,
    site,
    'products',
    csv(['sku', 'name', 'barcode'], ['TAKEN', 'T', barcode]),
  )
  await step(app, site, 'apply', taken.id)
  expect(await step(app, site, 'apply', some.id)).toMatchObject({
    state: 'done_with_errors',
    rowsApplied: 1,
    rowsFailed: 1,
  })
  expect(await step(app, site, 'apply', whole.id)).toMatchObject({
    state: 'failed',
    rowsApplied: 0,
    rowsFailed: 1,
  })
  expect([await count('LATE-'), await count('WHOLE-')]).toEqual([1, 0])
})

test('a row only the database can refuse is found and left out, and the others are applied', async () => {
  await checked(app, site, 'products', csv(['sku', 'name'], ['VALUE', 'Dear'])).then((job) =>
    step(app, site, 'apply', job.id),
  )
  const line = (quantity: string, cost: string) => ['VALUE', 'MAIN', 'A-01', quantity, cost]
  const job = await checked(
    app,
    site,
    'stock',
    csv(
      ['sku', 'warehouse', 'location', 'quantity', 'unit_cost'],
      ...Array.from({ length: 20 }, () => line('1', '1')),
      // Each is within bounds; their sum is not.
      line('9', '999999999999'),
      line('9', '999999999999'),
      ...Array.from({ length: 20 }, () => line('1', '1')),
    ),
  )
  expect(job).toMatchObject({ rowsValid: 42 })
  expect(await step(app, site, 'apply', job.id)).toMatchObject({
    state: 'done_with_errors',
    rowsApplied: 41,
    rowsFailed: 1,
  })
  expect(await rowsOf(app, site, job.id, 'error')).toMatchObject([
    { rowNo: 23, errors: [{ code: 'amount_too_large' }] },
  ])
})

test('files go with the rest of a platform that is removed', async () => {
  const other = await newWarehouse(app)
  const { id: platformId } = other.platform
  await checked(app, other, 'products', csv(['sku', 'name'], ['GONE-1', 'Gone']))
  await arrange(app, `update tenant.platforms set status = 'deleted' where platform_id = $1`, [
    platformId,
  ])
  await inTransaction(app.db, { platformId }, (tx) => emptyWarehouse(tx, platformId))
  for (const table of ['imports', 'import_rows'])
    expect(
      await arrange(app, `select from tenant.${table} where platform_id = $1`, [platformId]),
    ).toEqual([])
})
