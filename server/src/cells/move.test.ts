import { api } from '@stowage/contract'
import { expect, test } from 'vitest'
import { setupCells } from '../../test/cells.ts'
import { startCellWorkers } from '../../test/cell-workers.ts'
import { as, stocked } from '../../test/fixtures.ts'
import { movesOf } from '../../test/moves.ts'
import { startReceiver } from '../../test/receiver.ts'
import { startTraffic } from '../../test/traffic.ts'
import { announceAvailable } from '../warehouse/stock-views/announce.ts'
import { contextAt } from '../context.ts'

const installation = await setupCells(['b', 'c'], { WEBHOOK_ALLOW: '127.0.0.0/8' })
const { app } = installation
const moves = movesOf(installation)
const patient = { timeout: 30_000, interval: 50 }

/** A platform with stock, which nobody moves. */
async function newNeighbor(cell: string) {
  const site = await moves.newWarehouseIn(cell)
  await stocked(app, site)
  const { id } = site.platform
  // What waits to be announced is rows too.
  await announceAvailable(await contextAt(app.context, { platformId: id }), { age: 0 })
  const before = await moves.settledRowsOf(cell, id)
  return {
    expectUntouched: async () => {
      expect(await moves.settledRowsOf(cell, id)).toEqual(before)
      expect(await moves.faults(cell, id)).toEqual([])
    },
  }
}

test(
  'a platform moves from database to database while many work on it',
  { timeout: 300_000 },
  async () => {
    const site = await moves.newWarehouseIn('main')
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
        expect(await moves.faults(target, id)).toEqual([])
        const before = traffic.done.receipts
        await expect.poll(() => traffic.done.receipts, patient).toBeGreaterThan(before + 5)
      }
    } finally {
      await traffic.stop()
    }
    const toAnnounce = async () => (await moves.rowsOf('main', id))['tenant.available_changes']
    await expect.poll(toAnnounce, patient).toBe(0)
    await traffic.catchUp()
    console.info(moves.said.filter((line) => /paused for|Checked/.test(line)).join(' '))
    console.info(traffic.done, traffic.refused)
    expect(traffic.wrong).toEqual([])
    const { receipts, orders } = traffic.done
    expect(await moves.rowsOf('main', id)).toMatchObject({
      // One brought the stock in.
      'tenant.receipts': receipts + 1,
      'tenant.orders': orders,
      'tenant.tenant_events': traffic.events.length,
    })
    expect(new Set(traffic.events).size).toBe(traffic.events.length)
    const told = () => new Set(receiver.received.map(({ body }) => body.subject.id)).size
    await expect.poll(told, patient).toBe(receipts + orders)
    await workers.stop()
    expect(await moves.faults('main', id)).toEqual([])
    for (const neighbor of neighbors) await neighbor.expectUntouched()
  },
)
