import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { setupCells } from '../../test/cells.ts'
import { startCellWorkers } from '../../test/cell-workers.ts'
import { as, stocked } from '../../test/goods.ts'
import { movesOf } from '../../test/moves.ts'
import { startReceiver } from '../../test/receiver.ts'
import { startTraffic } from '../../test/traffic.ts'
import { newWarehouse } from '../../test/warehouse.ts'
import { openCellChecks } from '../cell-checks.ts'
import { countRows, listMovedTables } from './moved-tables.ts'
import { connectAdmin } from './replication.ts'

const installation = await setupCells(['b', 'c'], { WEBHOOK_ALLOW: '127.0.0.0/8' })
const { app, urlsOf } = installation
const moves = movesOf(installation)
const patient = { timeout: 30_000, interval: 50 }

/** How many rows a platform has in a cell, by table. */
async function rowsOf(cell: string, platformId: string): Promise<Record<string, number>> {
  await using session = await connectAdmin(urlsOf(cell).adminUrl)
  const tables = await listMovedTables(session, platformId)
  return Object.fromEntries(await countRows(session, tables, new Date()))
}

/** What is wrong with the books and the audit log of a platform in a cell. */
async function faultsIn(cell: string, platformId: string): Promise<string[]> {
  await using checks = openCellChecks(app.context)
  await checks.seal(urlsOf(cell))
  return await checks.check(urlsOf(cell), platformId)
}

/** A platform with stock, which nobody moves. */
async function newNeighbor(cell: string) {
  const site = await newWarehouse(app)
  await stocked(app, site)
  const { id } = site.platform
  if (cell !== 'main') await moves.move(id, cell)
  // Seals and counted calls come by themselves.
  const sealed = { 'audit.audit_seal': expect.anything(), 'tenant.api_calls': expect.anything() }
  const before = { ...(await rowsOf(cell, id)), ...sealed }
  return {
    expectUntouched: async () => {
      expect(await rowsOf(cell, id)).toEqual(before)
      expect(await faultsIn(cell, id)).toEqual([])
    },
  }
}

test('a platform moves from database to database while many work on it', async () => {
  const site = await newWarehouse(app)
  const { id } = site.platform
  const { sku } = await stocked(app, site, { qty: '1000000' })
  const neighbors = [await newNeighbor('main'), await newNeighbor('b'), await newNeighbor('c')]
  const receiver = await startReceiver()
  const hook = { url: receiver.url, types: ['receipt.*', 'order.*'] }
  await app.call(api.workspace.webhooks.create, { ...as(site), body: hook })
  const workers = await startCellWorkers(installation, ['b', 'c'])
  const traffic = await startTraffic(app, site, sku)
  try {
    for (const target of ['b', 'c', 'main']) {
      // Nobody comes back to what it left behind itself.
      if (target === 'main') await moves.clean(11 * 60_000)
      await moves.move(id, target)
      expect(await faultsIn(target, id)).toEqual([])
      const before = traffic.done.receipts
      await expect.poll(() => traffic.done.receipts, patient).toBeGreaterThan(before + 5)
    }
  } finally {
    await traffic.stop()
  }
  await traffic.catchUp()
  console.info(moves.said.filter((line) => /paused for|Checked/.test(line)).join(' '))
  console.info(traffic.done, traffic.refused)
  expect(traffic.wrong).toEqual([])
  const { receipts, orders } = traffic.done
  expect(await rowsOf('main', id)).toMatchObject({
    // One brought the stock in.
    'tenant.receipts': receipts + 1,
    'tenant.orders': orders,
    'tenant.tenant_events': traffic.events.length,
  })
  expect(new Set(traffic.events).size).toBe(traffic.events.length)
  const told = () => new Set(receiver.received.map(({ body }) => body.subject.id)).size
  await expect.poll(told, patient).toBe(receipts + orders)
  await workers.stop()
  expect(await faultsIn('main', id)).toEqual([])
  for (const neighbor of neighbors) await neighbor.expectUntouched()
})
