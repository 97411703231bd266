import { batches as batchRoutes } from '@stowage/contract/orders/batches'
import { waves as waveRoutes } from '@stowage/contract/orders/waves'
import { releaseOrders } from '../orders/fulfillments/release.ts'
import { claimBatch } from '../orders/batches/commands.ts'
import { batches } from '../orders/batches/queries.ts'
import { createBatches } from '../orders/batches/create.ts'
import { loadAll, openManifest } from '../orders/manifests/commands.ts'
import { manifests } from '../orders/manifests/queries.ts'
import { packItem } from '../orders/packing/pack-item.ts'
import { openPackage } from '../orders/packing/commands.ts'
import { confirmPick } from '../orders/picking/commands.ts'
import { pickShort } from '../orders/picking/pick-short.ts'
import { createWave, finishWave, releaseWave, releaseNextOrders } from '../orders/waves/commands.ts'
import { waves } from '../orders/waves/queries.ts'
import { reportUnknownCode } from '../workspace/exceptions/commands.ts'
import { takeNumber } from '../workspace/documents/numbers.ts'
import { isMoving, type Moving } from './fulfillment-loading.ts'
import type { Loader, Site } from './loader.ts'
import type { Entered } from './order-loading.ts'
import { findPicked, listFulfillments, listTasks } from './queries.ts'

/* What waits to be done now: picks, packages, shipments and things somebody has to look at. */

/** Totes of a cluster, one per order. */
const totes = ['T-01', 'T-02', 'T-03', 'T-04']

/** Has orders picked in a wave and one by one, packed and loaded, each in part. */
export async function loadWork(
  loader: Loader,
  sites: ReadonlyMap<string, Site>,
  entered: readonly Entered[],
): Promise<void> {
  const moving = entered.filter(isMoving)
  const waiting = (stage: string) => moving.filter(({ progress: { until } }) => until === stage)
  await loader.report('Releasing orders', 99)
  const [site] = sites.values()
  if (!site) return
  const toPick = waiting('to_pick')
  const half = Math.trunc(toPick.length / 2)
  await loadWave(loader, site, toPick.slice(0, half))
  await releaseSome(loader, toPick.slice(half))
  await beginPacking(loader, waiting('to_pack'))
  await openManifests(loader, site, waiting('to_collect'))
  await reportTrouble(loader, site, toPick.slice(half))
}

/** Releases a wave, and has a cluster of it picked in part. */
async function loadWave(loader: Loader, { id: warehouseId }: Site, orders: readonly Moving[]) {
  const { write, actor } = loader
  const { id: platformId } = actor().platform
  const number = await takeNumber(loader, platformId, waves.prefix)
  const filter = { orderIds: orders.map(({ id }) => id) }
  const wave = await write(async (tx) => {
    const body = waveRoutes.create.body.parse({ warehouseId, filter })
    const { id, version } = await createWave(tx, actor(), number, body)
    return releaseWave(tx, actor(), id, version)
  })
  while ((await write((tx) => releaseNextOrders(tx, actor(), wave.id))) !== 'done');
  await write((tx) => finishWave(tx, actor(), wave.id))
  const numbers = [await takeNumber(loader, platformId, batches.prefix)]
  const cluster = batchRoutes.create.body.parse({
    warehouseId,
    waveId: wave.id,
    method: 'cluster',
    maxOrders: totes.length,
    totes,
  })
  await write(async (tx) => {
    const { batch } = await createBatches(tx, actor(), numbers, cluster)
    const { totes: slots } = await claimBatch(tx, actor(), batch.id)
    const ids = slots.map(({ fulfillmentId }) => fulfillmentId)
    const tasks = await listTasks(tx, platformId, ids)
    for (const { id, qty, tote } of tasks.slice(0, Math.trunc(tasks.length / 2)))
      await confirmPick(tx, actor(), id, { qty, ...(tote !== null && { tote }) })
  })
}

const releaseSome = ({ write, actor }: Loader, orders: readonly Moving[]) =>
  write((tx) =>
    releaseOrders(tx, actor(), {
      mode: 'valid_items',
      items: orders.map(({ id, version }) => ({ id, version })),
    }),
  )

/** Has the first item of a picked order scanned into an open package. */
async function beginPacking({ write, actor }: Loader, orders: readonly Moving[]): Promise<void> {
  await write(async (tx) => {
    const { id: platformId } = actor().platform
    const found = await findPicked(
      tx,
      platformId,
      orders.map(({ id }) => id),
    )
    if (!found) return
    const { fulfillmentId, sku } = found
    const opened = await openPackage(tx, actor(), { fulfillmentId, box: 'M' })
    await packItem(tx, actor(), opened.package.id, { code: sku, qty: '1' })
  })
}

/** Loads what left today for one carrier, while what is for the other waits. */
async function openManifests(
  loader: Loader,
  { id: warehouseId }: Site,
  orders: readonly Moving[],
): Promise<void> {
  const { write, actor } = loader
  const [carrier] = orders.map(({ progress }) => progress.carrier)
  if (!carrier) return
  const number = await takeNumber(loader, actor().platform.id, manifests.prefix)
  await write(async (tx) => {
    const { id } = await openManifest(tx, actor(), number, { warehouseId, carrier })
    await loadAll(tx, actor(), id)
  })
}

/** Has a picker not find an item anywhere, and a code scanned that nothing has. */
async function reportTrouble(loader: Loader, { id: warehouseId }: Site, orders: readonly Moving[]) {
  const { write, actor } = loader
  const { id: platformId } = actor().platform
  await write(async (tx) => {
    await reportUnknownCode(tx, actor(), '4006381333931', { warehouseId, screen: 'receive' })
    const made = await listFulfillments(
      tx,
      platformId,
      orders.map(({ id }) => id),
    )
    const [task] = await listTasks(tx, platformId, made)
    let next = task && [task.id]
    while (next?.[0]) {
      const short = { qtyFound: '0', reasonCode: 'missing' }
      const { replacements } = await pickShort(tx, actor(), next[0], short)
      next = replacements.map(({ id }) => id)
    }
  })
}
