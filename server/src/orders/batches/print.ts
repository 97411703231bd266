import type { Batch, PickMethod } from '@stowage/contract/orders/batches'
import type { Db } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import type { Paper } from '../../workspace/print/paper.ts'
import { findBarcodes, getLetterhead } from '../orders/print-queries.ts'
import { quantityText, timeText, type Surroundings } from '../orders/print-rules.ts'
import { getBatch } from './commands.ts'

/** Returns the pick list of a batch. */
export async function getPickList(db: Db, actor: WorkspaceMember, batchId: string): Promise<Paper> {
  const { id: platformId } = actor.platform
  const batch = await getBatch(db, actor, batchId)
  const [barcodes, { seller, siteOf }] = await Promise.all([
    findBarcodes(db, platformId, batch.tasks),
    getLetterhead(db, platformId),
  ])
  return paperOf(batch, { barcodes, seller, ...siteOf(batch.warehouseId), printedAt: actor.at })
}

const methodWords: Record<PickMethod, string> = {
  single: 'Single order',
  batch: 'Batch, sorted after picking',
  cluster: 'Cluster, one tote per order',
}

/** For who picks a batch on paper: where to go, in walking order, with codes to scan at the desk. */
function paperOf(batch: Batch, { barcodes, seller, timezone, printedAt }: Surroundings): Paper {
  const tasks = batch.tasks.filter(({ state }) => state === 'ready')
  return {
    title: 'Pick list',
    number: batch.number,
    isScanned: true,
    seller,
    alerts: tasks.length === 0 ? ['Nothing is left to pick'] : [],
    facts: [
      ['Method', methodWords[batch.method]],
      ['Warehouse', batch.warehouseCode],
      ['Wave', batch.wave ?? '-'],
      ['Picker', batch.assignedToName ?? '-'],
      ['Orders', String(batch.totes.length)],
      ...(batch.distanceM === null ? [] : [['Distance', `${batch.distanceM} m`] as const]),
      ['Printed', timeText(printedAt.toISOString(), timezone)],
      ['Time zone', timezone],
    ],
    columns: [
      { title: 'Location', width: 40 },
      { title: 'Item' },
      { title: 'Quantity', width: 22, align: 'end' },
      { title: batch.method === 'cluster' ? 'Tote' : 'Fulfillment', width: 32 },
      { title: 'Picked', width: 20, align: 'end' },
    ],
    rows: tasks.map((task) => [
      { text: task.location, code: task.location },
      {
        text: task.sku,
        notes: [
          task.name,
          ...(task.lot === null ? [] : [`Lot ${task.lot}`]),
          ...(task.serial === null ? [] : [`Serial ${task.serial}`]),
        ].filter(Boolean),
        code: barcodes.get(task.variantId) ?? task.sku,
      },
      { text: `${quantityText(task.qty)} ${task.unit}` },
      batch.method === 'cluster'
        ? { text: task.tote ?? `Slot ${task.slot}`, notes: [task.fulfillment] }
        : { text: task.fulfillment },
      { text: '________' },
    ]),
  }
}
