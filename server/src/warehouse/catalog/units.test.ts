import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { forAllTests } from '../../../test/for-all-tests.ts'
import { as, newItem, type Site } from '../../../test/goods.ts'
import { newWarehouse } from '../../../test/warehouse.ts'

const { catalog } = api.warehouse

let world: TestApp
let site: Site
let other: Site
forAllTests(async (opened) => {
  ;({ world } = opened)
  site = await newWarehouse(world)
  other = await newWarehouse(world)
})

const units = async (at: Site) => (await world.call(catalog.units, as(at))).body

test('units are those in use, each with how many items use it', async () => {
  const kilo = { code: 'kilo', numerator: '1000' }
  for (const item of [{}, { unit: 'gram', units: [kilo] }, { unit: 'gram' }])
    await newItem(world, site, item)
  expect(await units(site)).toEqual({
    items: [
      { code: 'each', asBase: 1, asPack: 0, capped: false },
      { code: 'gram', asBase: 2, asPack: 0, capped: false },
      { code: 'kilo', asBase: 0, asPack: 1, capped: false },
    ],
    capped: false,
  })
  expect(await units(other)).toEqual({ items: [], capped: false })
})

test('units are told of to an end, and so are the items of one', async () => {
  const large = await newWarehouse(world)
  const { productId } = await newItem(world, large)
  const more = (unit: string, count: number) =>
    arrange(
      world,
      `insert into tenant.variants (platform_id, variant_id, product_id, sku, unit)
       select $1, gen_random_uuid(), $2, gen_random_uuid(), ${unit}
       from generate_series(1, $3::int) n`,
      [large.platform.id, productId, count],
    )
  await more(`'a'`, 10_001)
  await more(`'b' || n`, 210)
  const { items, capped } = await units(large)
  expect(items[0]).toEqual({ code: 'a', asBase: 10_000, asPack: 0, capped: true })
  expect(items[1]).toEqual({ code: 'b1', asBase: 1, asPack: 0, capped: false })
  expect([items.length, capped]).toEqual([200, true])
})

test('without the right to see products their units are not shown', async () => {
  const { token } = await world.newMember(site.owner, site.platform, { role: '' })
  const { status, body } = await world.call(catalog.units, { params: site.params, token })
  expect([status, body['details']]).toEqual([
    422,
    [{ path: 'permission', message: 'catalog.product.read' }],
  ])
})
