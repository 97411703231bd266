import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { checked, csv, rowsOf, step } from '../../../test/imports.ts'
import { as, violations } from '../../../test/fixtures.ts'
import { newWarehouse } from '../../../test/warehouse.ts'
const app = await sharedApp()
const site = await newWarehouse(app)

const found = async (sku: string) => {
  const { body } = await app.call(api.warehouse.variants.list, {
    ...as(site),
    query: { limit: '200' },
  })
  return body.items.find((variant) => variant.sku === sku)
}
const onHandOf = (variantId: string) =>
  arrange(
    app,
    'select on_hand::text from tenant.stock_levels where platform_id = $1 and variant_id = $2',
    [site.platform.id, variantId],
  )

test('A17 is posted as found, with its cost, and its moves are reversed', async () => {
  const products = csv(['sku', 'name', 'decimals'], ['OS-1', 'Cup', '0'], ['OS-2', 'Rope', '2'])
  await step(app, site, 'apply', (await checked(app, site, 'products', products)).id)
  const file = csv(
    ['sku', 'warehouse', 'location', 'qty', 'unit cost'],
    ['OS-1', 'MAIN', 'A-01', '12', '2.5'],
    ['OS-1', 'main', 'a-02', '3', ''],
    ['OS-2', 'MAIN', 'A-01', '"1,25"', '4'],
    ['OS-2', 'MAIN', 'A-01', '"1,000"', ''],
    ['OS-1', 'MAIN', 'B-99', '1', ''],
    ['OS-9', 'MAIN', 'A-01', '1', ''],
  )
  const dry = await checked(app, site, 'stock', file)
  expect(dry).toMatchObject({ rowsValid: 3, rowsFailed: 3 })
  expect(
    (await rowsOf(app, site, dry.id, 'error')).map(({ errors }) => [
      errors[0]?.column,
      errors[0]?.code,
    ]),
  ).toEqual([
    ['quantity', 'validation_failed'],
    ['location', 'not_found'],
    ['sku', 'not_found'],
  ])
  await step(app, site, 'apply', dry.id)
  const [cup, rope] = [await found('OS-1'), await found('OS-2')]
  expect([cup?.onHand, rope?.onHand]).toEqual(['15', '1.25'])
  const moves = await arrange(
    app,
    `select kind, reason_code, source_type from tenant.stock_moves
       where platform_id = $1 and source_id = $2`,
    [site.platform.id, dry.id],
  )
  expect(moves).toEqual([{ kind: 'adjust', reason_code: 'opening_balance', source_type: 'import' }])
  const worth = await arrange(
    app,
    'select value_micros::text from tenant.cost_balances where platform_id = $1 and variant_id = $2',
    [site.platform.id, cup?.id],
  )
  expect(worth).toEqual([{ value_micros: '37500000' }])
  expect(await violations(app, site)).toEqual([])
  expect(await step(app, site, 'undo', dry.id)).toMatchObject({ state: 'undone' })
  expect(await onHandOf(cup?.id ?? '')).toEqual([{ on_hand: '0' }])
  expect(await violations(app, site)).toEqual([])
})

test('keeps lots and serial numbers, and says which are missing', async () => {
  const products = csv(
    ['sku', 'name', 'tracking'],
    ['LOT-1', 'Milk', 'lot'],
    ['SER-1', 'Drill', 'serial'],
  )
  await step(app, site, 'apply', (await checked(app, site, 'products', products)).id)
  const file = csv(
    ['sku', 'warehouse', 'location', 'quantity', 'lot', 'expires on', 'serial'],
    ['LOT-1', 'MAIN', 'A-01', '5', 'L1', '2027-01-31', ''],
    ['LOT-1', 'MAIN', 'A-01', '5', '', '', ''],
    ['SER-1', 'MAIN', 'A-01', '1', '', '', 'S-1'],
    ['SER-1', 'MAIN', 'A-01', '1', '', '', 'S-1'],
    ['SER-1', 'MAIN', 'A-01', '2', '', '', 'S-2'],
  )
  const dry = await checked(app, site, 'stock', file)
  expect(
    (await rowsOf(app, site, dry.id, 'error')).map(({ rowNo, errors }) => [
      rowNo,
      errors[0]?.column,
      errors[0]?.code,
    ]),
  ).toEqual([
    [3, 'lot', 'lot_required'],
    [5, 'serial', 'duplicate_key'],
    [6, 'quantity', 'validation_failed'],
  ])
  await step(app, site, 'apply', dry.id)
  expect((await found('LOT-1'))?.onHand).toBe('5')
  const again = await checked(app, site, 'stock', file)
  expect(
    (await rowsOf(app, site, again.id, 'error')).flatMap(({ errors }) =>
      errors.map(({ code }) => code),
    ),
  ).toContain('serial_duplicate')
})

test('a row that repeats another shows its cell as it stands in the file', async () => {
  const products = csv(
    ['sku', 'name', 'tracking'],
    ['Piece-1', 'Piece', 'serial'],
    ['PIECE-1', 'Piece', 'serial'],
  )
  const twice = await checked(app, site, 'products', products)
  const errorsOf = async (id: string) =>
    (await rowsOf(app, site, id, 'error')).flatMap(({ errors }) => errors)
  expect(await errorsOf(twice.id)).toMatchObject([
    { column: 'sku', code: 'duplicate_key', value: 'PIECE-1' },
  ])
  await step(app, site, 'apply', twice.id)
  const row = ['Piece-1', 'MAIN', 'A-01', '1', 'Sn-7']
  const file = csv(['sku', 'warehouse', 'location', 'qty', 'serial'], row, row)
  expect(await errorsOf((await checked(app, site, 'stock', file)).id)).toMatchObject([
    { column: 'serial', code: 'duplicate_key', value: 'Sn-7' },
  ])
})

test('rows of an item that is in stock already say how much that is, and are counted', async () => {
  const own = await newWarehouse(app)
  const products = csv(['sku', 'name'], ['DBL-1', 'Mug'], ['DBL-2', 'Cup'])
  await step(app, own, 'apply', (await checked(app, own, 'products', products)).id)
  const columns = ['sku', 'warehouse', 'location', 'qty']
  const first = csv(columns, ['DBL-1', 'MAIN', 'A-02', '20'], ['DBL-1', 'MAIN', 'A-01', '3'])
  const before = await checked(app, own, 'stock', first)
  expect(before).toMatchObject({ rowsValid: 2, rowsIncomplete: 0 })
  expect(await step(app, own, 'apply', before.id)).toMatchObject({ rowsIncomplete: 0 })

  const again = csv(columns, ['DBL-1', 'MAIN', 'A-01', '23'], ['DBL-2', 'MAIN', 'A-01', '5'])
  const dry = await checked(app, own, 'stock', again)
  expect(dry).toMatchObject({ rowsValid: 2, rowsFailed: 0, rowsIncomplete: 1 })
  const said = async () =>
    (await rowsOf(app, own, dry.id, 'valid')).map(({ errors }) => errors[0]?.message)
  expect(await said()).toEqual(['20 on hand in other locations; after the import 46', undefined])
  // It is a warning: the rows are applied all the same.
  expect(await step(app, own, 'apply', dry.id)).toMatchObject({ rowsApplied: 2 })
})
