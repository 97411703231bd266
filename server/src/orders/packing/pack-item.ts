import type { packing as routes } from '@stowage/contract/orders/packing'
import type { Input, Reply } from '@stowage/contract/route'
import { fromQuanta, one, toQuanta } from '@stowage/contract/warehouse/quantities'
import { record } from '../../audit.ts'
import type { Tx } from '../../database/connect.ts'
import { fail, failField, Failure } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { quantaOf } from '../../warehouse/products/lines.ts'
import { requireLotsMayLeave } from './require-lots-may-leave.ts'
import { closePackage, contentOf, getPackage, lockOpen, nameOf, openPackage } from './commands.ts'
import { addContents, insertScan, takeContents, type LockedPackage } from './queries.ts'
import { headOf } from './reply.ts'
import {
  hereOf,
  leftOf,
  scannedOf,
  spread,
  sumOf,
  unitsOf,
  type Packable,
  type Part,
} from './rules.ts'

type Scan = Input<typeof routes.scan>['body']
type Moved = Reply<typeof routes.scan>

/** Packs what is scanned. A scan that was sent before answers again and changes nothing. */
export const packItem = (tx: Tx, actor: WorkspaceMember, packageId: string, scan: Scan) =>
  move(tx, actor, packageId, scan, 'in')

/** Packs a quantity of an item that nobody scanned. */
export const packQuantity = (
  tx: Tx,
  actor: WorkspaceMember,
  packageId: string,
  scan: Scan & { qty: string },
) => move(tx, actor, packageId, scan, 'in', false)

/** Opens a package, with its first item if one is given: where that is refused, nothing is opened. */
export async function openWith(
  tx: Tx,
  actor: WorkspaceMember,
  { item, ...body }: Input<typeof routes.open>['body'],
): Promise<Reply<typeof routes.open>> {
  const opened = await openPackage(tx, actor, body)
  if (!item) return opened
  const { isScanned = true, ...scan } = item
  const moved = await inside('item', () =>
    move(tx, actor, opened.package.id, scan, 'in', isScanned),
  )
  const filled = await getPackage(tx, actor, moved.fulfillment, opened.package.id)
  return { package: filled, fulfillment: moved.fulfillment, item: moved.item }
}

/** Packs items that nobody scanned into a new package and closes it, each step as if by itself. */
export async function packOne(
  tx: Tx,
  actor: WorkspaceMember,
  fulfillmentId: string,
  { items, ...measures }: Input<typeof routes.packOne>['body'],
): Promise<Reply<typeof routes.packOne>> {
  const { package: opened } = await openPackage(tx, actor, { fulfillmentId })
  for (const [i, item] of items.entries())
    await inside(`items.${i}`, () => packQuantity(tx, actor, opened.id, item))
  return closePackage(tx, actor, opened.id, measures)
}

/** Runs what is done for an item at this path of the body. A refusal names it. */
async function inside<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const within = error.details.map((one) => ({ ...one, path: `${path}.${one.path}` }))
    const details = within.length > 0 ? within : [{ path, message: error.message }]
    throw error.with({ details })
  }
}

/** Takes what is scanned out of an open package. */
export const unpackItem = (tx: Tx, actor: WorkspaceMember, packageId: string, scan: Scan) =>
  move(tx, actor, packageId, scan, 'out')

async function move(
  tx: Tx,
  actor: WorkspaceMember,
  packageId: string,
  scan: Scan,
  way: 'in' | 'out',
  isScanned = true,
): Promise<Moved> {
  const locked = await lockOpen(tx, actor, packageId, scan.scanId)
  const { fulfillment, items, past } = locked
  if (past) return repeat(locked, past, way)
  const { platform } = actor
  const roomOf = way === 'in' ? leftOf : hereOf
  const parts = partsOf(items, scan, actor.at.getUTCFullYear(), roomOf)
  const quanta = parts.reduce((sum, part) => sum + part.quanta, 0n)
  const [{ item }] = parts
  if (way === 'in')
    await requireLotsMayLeave(
      tx,
      actor,
      fulfillment,
      parts.map((part) => part.item),
    )
  const signed = way === 'in' ? quanta : -quanta
  const contents = parts.map((part) => ({ ...contentOf(part.item), qty: String(part.quanta) }))
  const scanned = { packageId, variantId: item.variantId, qty: String(signed) }
  const { orderId, warehouseId } = fulfillment
  const { id, number } = headOf(fulfillment, locked.package)
  await Promise.all([
    way === 'in'
      ? addContents(
          tx,
          platform.id,
          { packageId, fulfillmentId: fulfillment.id },
          contents,
          isScanned,
        )
      : takeContents(tx, platform.id, packageId, contents),
    scan.scanId && insertScan(tx, platform.id, { scanId: scan.scanId, ...scanned }),
    record(tx, actor, way === 'in' ? 'ITEM_PACKED' : 'ITEM_UNPACKED', {
      target: { type: 'package', id, name: number },
      metadata: {
        orderId,
        warehouseId,
        sku: item.sku,
        qty: fromQuanta(quanta, item.qtyScale),
        ...(scan.lot && { lot: scan.lot }),
      },
    }),
  ])
  return replyOf(locked, item, quanta, signed)
}

/** Returns what a scan means, and how much of it. Fails where it is of nothing here, or of too much. */
function partsOf(
  items: readonly Packable[],
  scan: Scan,
  year: number,
  roomOf: (item: Packable) => bigint,
): [Part, ...Part[]] {
  const named = scannedOf(items, scan, year)
  const [first] = named
  if (!first) {
    const open = new Set(items.filter((item) => roomOf(item) > 0n).map(({ sku }) => sku))
    const expected = [...open].slice(0, mostNamed).join(', ')
    fail('wrong_item_scanned', { blockers: [{ type: 'scan', expected, got: scan.code }] })
  }
  const quanta = quantaFor(scan, first, year)
  const ofOne = named.filter(({ variantId }) => variantId === first.variantId)
  const room = sumOf(ofOne, roomOf)
  const parts = spread(ofOne, quanta, roomOf)
  const [part, ...rest] = parts
  if (quanta > room || !part) {
    const text = (value: bigint) => fromQuanta(value, first.qtyScale)
    fail('over_pack', {
      blockers: [{ type: 'package', sku: first.sku, left: text(room), requested: text(quanta) }],
    })
  }
  // Which of several serial numbers it is, only the number says.
  if (first.serial !== null && quanta < room) fail('serial_required')
  return [part, ...rest]
}

/** The most items that a refusal names. */
const mostNamed = 5

function quantaFor(scan: Scan, item: Packable, year: number): bigint {
  const { sku, unit, qtyScale } = item
  if (scan.qty !== undefined)
    return quantaOf({ item: { sku, unit, qtyScale }, fraction: one }, scan.qty, 'qty')
  const read = toQuanta('1', qtyScale, unitsOf(scan.code, item, year))
  return 'quanta' in read ? read.quanta : failField('qty', `Enter how much of ${sku} it is`)
}

function repeat(
  locked: LockedPackage,
  past: NonNullable<LockedPackage['past']>,
  way: 'in' | 'out',
): Moved {
  const signed = BigInt(past.qty)
  const item = locked.items.find(({ variantId }) => variantId === past.variantId)
  const isSame = past.packageId === locked.package.id && signed > 0n === (way === 'in')
  if (!isSame || !item)
    fail('idempotency_conflict', { message: 'This scan was used for another package.' })
  return replyOf(locked, item, signed > 0n ? signed : -signed, 0n)
}

/** Returns the packed or removed quantity, and what is left once `change` more quanta are packed. */
function replyOf(
  { fulfillment, items, package: into }: LockedPackage,
  { variantId, sku, name, unit, qtyScale }: Packable,
  quanta: bigint,
  change: bigint,
): Moved {
  const left = sumOf(
    items.filter((item) => item.variantId === variantId),
    leftOf,
  )
  return {
    item: {
      variantId,
      sku,
      name,
      unit,
      qty: fromQuanta(quanta, qtyScale),
      left: fromQuanta(left - change, qtyScale),
    },
    package: headOf(fulfillment, into),
    fulfillment: nameOf(fulfillment),
  }
}
