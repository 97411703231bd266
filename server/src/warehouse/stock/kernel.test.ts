import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { WorkspaceMember } from '../../http/actor.ts'
import { setupApp } from '../../../test/app.ts'
import { arrange } from '../../../test/arrange.ts'
import { inTransaction } from '../../database/transactions.ts'
import type { Tx } from '../../database/connect.ts'

import { openWarehouse } from '../settings/open.ts'
import { findViolations, postMove, reverseMove } from './kernel-queries.ts'
const [warehouseId, a01, a02] = [randomUUID(), randomUUID(), randomUUID()]

const write = <T>(work: (tx: Tx) => Promise<T>) =>
  inTransaction(app.db, { platformId: platform.id }, work)
const app = await setupApp()
const platform = await app.newPlatform(await app.newOperator())
await openWarehouse(app.context, platform.id, new Date())
const worker: WorkspaceMember = {
  type: 'tenant_user',
  id: randomUUID(),
  email: 'mo@example.com',
  role: 'admin',
  permissions: [],
  sessionId: randomUUID(),
  amr: [],
  platform,
  ip: '127.0.0.1',
  userAgent: null,
  requestId: randomUUID(),
  at: new Date(),
  holds: new Set(),
  warehouses: null,
}
await write(async (tx) => {
  const key = { platformId: platform.id, warehouseId }
  await tx
    .insertInto('tenant.warehouses')
    .values({ ...key, code: 'MAIN', codeKey: 'main' })
    .execute()
  await tx
    .insertInto('tenant.locations')
    .values([
      { ...key, locationId: a01, code: 'A-01', codeKey: 'a-01' },
      { ...key, locationId: a02, code: 'A-02', codeKey: 'a-02' },
    ])
    .execute()
})

async function newVariant(): Promise<string> {
  const [productId, variantId] = [randomUUID(), randomUUID()]
  const at = new Date()
  const key = { platformId: platform.id, productId, createdAt: at, updatedAt: at }
  await write(async (tx) => {
    await tx
      .insertInto('tenant.products')
      .values({ ...key, name: 'Mug', nameKey: 'mug' })
      .execute()
    await tx
      .insertInto('tenant.variants')
      .values({ ...key, variantId, sku: `MUG-${variantId}`, skuKey: `mug-${variantId}` })
      .execute()
  })
  return variantId
}

const receive = (variantId: string, qty: string) =>
  write((tx) =>
    postMove(tx, worker, { kind: 'receive', warehouseId, sourceType: 'receipt' }, [
      { lineNo: 1, qty, party: 'supplier', variantId, toLocation: a01, unitCostMicros: '1000000' },
    ]),
  )
const move = (fromBucket: string, variantId: string, qty: string) =>
  write((tx) =>
    postMove(tx, worker, { kind: 'relocate', warehouseId, sourceType: 'move' }, [
      { lineNo: 1, qty, fromBucket, variantId, toLocation: a02 },
    ]),
  )
const violations = () => write((tx) => findViolations(tx, platform.id))

test('goods are received, moved and the move undone', async () => {
  const variantId = await newVariant()
  const received = await receive(variantId, '10')
  const bucketId = received.sides[0]?.bucketId ?? ''
  expect(received.sides).toMatchObject([{ seq: 1, qtyAfter: '10' }])
  const moved = await move(bucketId, variantId, '4')
  expect(moved.sides.map(({ qtyAfter }) => qtyAfter).toSorted()).toEqual(['4', '6'])
  await expect(move(bucketId, variantId, '7')).rejects.toThrow(/entry_sane|bucket_sane/)
  await write((tx) => reverseMove(tx, worker, moved.moveId, 'typed twice'))
  await expect(write((tx) => reverseMove(tx, worker, moved.moveId, ''))).rejects.toThrow(
    /reversed_once/,
  )
  expect(await violations()).toEqual([])
})

test('the serving role can write no row of the stock itself', async () => {
  const tables = ['stock_levels', 'stock_buckets', 'stock_moves', 'stock_ledger', 'reservations']
  for (const table of [...tables, 'allocations', 'cost_balances', 'cost_entries', 'cost_layers'])
    for (const statement of [
      `insert into tenant.${table} default values`,
      `update tenant.${table} set platform_id = platform_id`,
      `delete from tenant.${table}`,
    ])
      await expect(
        write((tx) => sql.raw(statement).execute(tx)),
        statement,
      ).rejects.toThrow(/permission denied/)
})

test('a balance changed behind the ledger is found', async () => {
  const variantId = await newVariant()
  const { sides } = await receive(variantId, '5')
  const change = 'update tenant.stock_buckets set on_hand = on_hand + $2 where bucket_id = $1'
  await arrange(app, change, [sides[0]?.bucketId, 1])
  expect((await violations()).map(({ rule }) => rule).toSorted()).toEqual(['I1', 'I3'])
  await arrange(app, change, [sides[0]?.bucketId, -1])
  expect(await violations()).toEqual([])
})

test('a row of the ledger can be neither changed nor taken out', async () => {
  const variantId = await newVariant()
  const bucketId = (await receive(variantId, '5')).sides[0]?.bucketId ?? ''
  await receive(variantId, '5')
  await expect(
    arrange(
      app,
      'update tenant.stock_ledger set delta = 4, qty_after = 4 where bucket_id = $1 and seq = 1',
      [bucketId],
    ),
  ).rejects.toThrow(/chain/)
  await expect(
    arrange(app, 'delete from tenant.stock_ledger where bucket_id = $1 and seq = 1', [bucketId]),
  ).rejects.toThrow(/chain/)
})

test('a platform that keeps stock is emptied once it is deleted, and not before', async () => {
  const variantId = await newVariant()
  await receive(variantId, '5')
  const empty = () =>
    write(async (tx) => {
      const { rows } = await sql<{
        done: boolean
      }>`select stock.empty(${platform.id}) as done`.execute(tx)
      return rows[0]?.done
    })
  expect(await empty()).toBe(false)
  await arrange(app, `update tenant.platforms set status = 'deleted' where platform_id = $1`, [
    platform.id,
  ])
  expect(await empty()).toBe(true)
  for (const table of ['stock_ledger', 'variants', 'locations', 'warehouse_settings'])
    expect(
      await arrange(app, `select from tenant.${table} where platform_id = $1`, [platform.id]),
    ).toEqual([])
})
