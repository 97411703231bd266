import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { arrange } from './arrange.ts'
import { levelsOf, newItem, receiveInto } from './fixtures.ts'
import { findLooseKits, newKit } from './kit-calls.ts'
import { orderOf } from './order-calls.ts'
import { setupSite } from './setup-site.ts'

const { app, site } = await setupSite()
const folder = path.resolve(import.meta.dirname, '../src/database/migrations')
const textOf = (file: string) => readFileSync(path.join(folder, file), 'utf8')

test('a migration that changes rows of tenants visits each platform', () => {
  const blind = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .filter((file) => /^\s*(update|delete from) tenant\./im.test(textOf(file)))
    .filter((file) => !textOf(file).includes("set_config('app.platform_id', v_platform::text"))
  // Repeated by 0056_rows_of_each_platform.sql.
  expect(blind.map((file) => file.slice(0, 4))).toEqual(['0041', '0047', '0048', '0051'])
})

test('what earlier migrations did not see is made up for', async () => {
  const applies = () =>
    arrange(
      app,
      `select 'short_pick' = any (applies) as is_there from tenant.reasons
       where platform_id = $1 and code = 'damaged'`,
      [site.platform.id],
    )
  await arrange(
    app,
    `update tenant.reasons set applies = array_remove(applies, 'short_pick')
     where platform_id = $1 and code = 'damaged'`,
    [site.platform.id],
  )
  expect(await applies()).toEqual([{ is_there: false }])
  await arrange(app, textOf('0056_rows_of_each_platform.sql'), [])
  expect(await applies()).toEqual([{ is_there: true }])
})

test('parts of kits that were reserved before their kit was whole go to orders that can use them', async () => {
  const backorder = { policy: 'allow' }
  const [cup, lid] = [
    await newItem(app, site, { backorder }),
    await newItem(app, site, { backorder }),
  ]
  const kit = await newKit(app, site, [
    { sku: cup.sku, qty: '2' },
    { sku: lid.sku, qty: '1' },
  ])
  const waits = { confirm: { mode: 'backorder' } }
  await orderOf(app, site, kit.sku, '2', waits)
  await receiveInto(app, site, { sku: cup.sku, qty: '4' })
  // As it was: the cups are reserved, and the lids wait.
  for (const [table, reserved] of [
    ['reservations', 'promised'],
    ['stock_levels', 'reserved'],
  ])
    await arrange(
      app,
      `update tenant.${table} set ${reserved} = 4, backordered = 0 where variant_id = $1`,
      [cup.id],
    )
  await orderOf(app, site, cup.sku, '3', waits)
  const [before] = await levelsOf(app, cup.id)
  expect(before).toMatchObject({ reserved: '4', backordered: '3' })
  await arrange(app, textOf('0065_cut_kits.sql'), [])
  const [after] = await levelsOf(app, cup.id)
  expect(after).toMatchObject({ reserved: '3', backordered: '4' })
  expect(await findLooseKits(app, [cup.id, lid.id])).toEqual([])
})
