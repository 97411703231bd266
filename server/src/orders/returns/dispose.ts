import type { CustomerReturn, returns as routes } from '@stowage/contract/orders/returns'
import type { Input } from '@stowage/contract/route'
import { fromQuanta, one as baseUnit } from '@stowage/contract/warehouse/quantities'
import type { Tx } from '../../database/connect.ts'
import { failField } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { assertUnblocked } from '../../warehouse/locations/lines.ts'
import { postReceipts } from '../../warehouse/stock/post-receipt.ts'
import type { Move, MoveLine } from '../../warehouse/stock/kernel-queries.ts'
import { quantaOf } from '../../warehouse/products/lines.ts'
import { kernelLines, passagesOf, planMove, type Plan } from '../../warehouse/stock/plan-move.ts'
import {
  changeDocument,
  lockForEdit,
  lockForTransition,
} from '../../workspace/documents/commands.ts'
import { getReturn } from './commands.ts'
import {
  insertDispositions,
  returns,
  saveConditions,
  type ItemRow,
  type LineRow,
  type ReturnRow,
} from './queries.ts'
import { refuseOver } from './read-new-lines.ts'
import { isLeaving, leaving, undecidedOf } from './rules.ts'

type DecidedLine = Input<typeof routes.dispose>['body']['lines'][number]
type Kind = DecidedLine['dispositions'][number]['disposition']

/** A disposition of an item; `locationId` where it goes or stays, null if it leaves. */
type Decision = {
  line: LineRow
  item: ItemRow
  kind: Kind
  quanta: bigint
  locationId: string | null
}

/** Notes that a received return was inspected, and decides about its items as far as the inspection says. */
export async function inspectReturn(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, lines: typed }: Input<typeof routes.inspect>['body'],
): Promise<CustomerReturn> {
  const { before, lines } = await lockForTransition(tx, returns, actor, id, version, 'inspected')
  await decide(tx, actor, before, lines, typed)
  await changeDocument(tx, returns, actor, before, {
    change: 'inspected',
    values: { state: 'inspected' },
    recorded: { payload: { dispositions: toDecided(lines, typed) } },
  })
  return getReturn(tx, actor, id)
}

/** Decides about items of an inspected return. */
export async function disposeReturn(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, lines: typed }: Input<typeof routes.dispose>['body'],
): Promise<CustomerReturn> {
  const { before, lines } = await lockForEdit(tx, returns, actor, id, version)
  await decide(tx, actor, before, lines, typed)
  await changeDocument(tx, returns, actor, before, {
    change: 'disposed',
    values: {},
    recorded: { payload: { dispositions: toDecided(lines, typed) } },
  })
  return getReturn(tx, actor, id)
}

const toDecided = (lines: readonly LineRow[], typed: DecidedLine[]) =>
  typed.flatMap(({ lineId, dispositions }) =>
    dispositions.map(({ disposition, qty }) => ({
      sku: lines.find(({ id }) => id === lineId)?.sku ?? '',
      disposition,
      qty,
    })),
  )

/**
 * Posts the moves of dispositions and notes them: restocked items are available at a location, others stay in
 * quarantine or leave. Fails with the first thing that is wrong, with `over_return` for more than is undecided, and
 * with what moving stock fails with.
 */
async function decide(
  tx: Tx,
  actor: WorkspaceMember,
  { id: returnId, warehouseId }: Pick<ReturnRow, 'id' | 'warehouseId'>,
  lines: readonly LineRow[],
  typed: readonly DecidedLine[],
): Promise<void> {
  const left = new Map<ItemRow, bigint>()
  const named = typed.map((given, i) => ({ given, ...findItem(lines, given, i) }))
  const decisions = named.flatMap(({ given, line, item }, i) =>
    given.dispositions.map((one, j): Decision => {
      const path = `lines.${i}.dispositions.${j}`
      const quanta = quantaOf({ item: line, fraction: baseUnit }, one.qty, `${path}.qty`)
      const open = left.get(item) ?? undecidedOf(item)
      if (quanta > open) refuseOver(line, open, quanta)
      left.set(item, open - quanta)
      const { disposition: kind, locationId = null } = one
      if (kind === 'restock' && locationId === null)
        failField(`${path}.locationId`, 'Choose the location to put it in')
      if (isLeaving(kind) && locationId !== null)
        failField(`${path}.locationId`, 'What leaves the warehouse has no location')
      return {
        line,
        item,
        kind,
        quanta,
        locationId: isLeaving(kind) ? null : (locationId?.toLowerCase() ?? item.place.id),
      }
    }),
  )
  const conditions = named.flatMap(({ given: { condition }, item: { itemNo } }) =>
    condition ? { itemNo, condition } : [],
  )
  const moveOf = await post(tx, actor, { returnId, warehouseId: warehouseId ?? '' }, decisions)
  await saveConditions(tx, actor.platform.id, returnId, conditions)
  await insertDispositions(
    tx,
    actor,
    returnId,
    decisions.map((one) => ({
      itemNo: one.item.itemNo,
      qty: String(one.quanta),
      disposition: one.kind,
      locationId: one.locationId,
      moveId: moveOf.get(one) ?? null,
    })),
  )
}

function findItem(
  lines: readonly LineRow[],
  { lineId, itemNo }: DecidedLine,
  i: number,
): { line: LineRow; item: ItemRow } {
  const line =
    lines.find(({ id }) => id === lineId.toLowerCase()) ??
    failField(`lines.${i}.lineId`, 'This line isn’t part of the return')
  const { items } = line
  if (items.length === 0) failField(`lines.${i}.lineId`, `Nothing of ${line.sku} was received`)
  const item = itemNo === undefined ? items[0] : items.find((one) => one.itemNo === itemNo)
  if (!item || (itemNo === undefined && items.length > 1))
    return failField(`lines.${i}.itemNo`, `Choose which of the received ${line.sku}`)
  return { line, item }
}

/** Posts one move for each kind of disposition that moves stock. Returns the move of each decision. */
async function post(
  tx: Tx,
  actor: WorkspaceMember,
  { returnId, warehouseId }: { returnId: string; warehouseId: string },
  decisions: readonly Decision[],
): Promise<Map<Decision, string>> {
  const restocked = decisions.filter(({ kind }) => kind === 'restock')
  const relocated = decisions.filter(
    ({ kind, locationId, item }) =>
      kind !== 'restock' && locationId !== null && locationId !== item.place.id,
  )
  const plans = await Promise.all([
    plan(tx, actor, restocked, 'available'),
    plan(tx, actor, relocated, 'quarantine'),
  ])
  const staying = plans.flatMap((one) => one ?? [])
  const gone = (['scrap', 'return_to_vendor'] as const).flatMap((kind) => {
    const some = decisions.filter((one) => one.kind === kind)
    return some.length > 0 ? { kind, some } : []
  })
  assertUnblocked(
    gone.flatMap(({ some }) =>
      some.map(({ item }) => ({ ...item.place, direction: 'out' as const })),
    ),
  )
  const source = { warehouseId, sourceType: 'return', sourceId: returnId }
  const moves: { move: Move; lines: MoveLine[]; of: readonly Decision[] }[] = [
    ...staying.map(({ of, planned }) => ({
      move: { kind: planned.kind, ...source },
      lines: kernelLines(planned),
      of,
    })),
    ...gone.map(({ kind, some }) => ({
      move: { kind: leaving[kind].kind, ...source },
      lines: some.map(({ item, quanta }, i) => ({
        lineNo: i + 1,
        qty: String(quanta),
        party: leaving[kind].party,
        fromBucket: item.bucketId,
      })),
      of: some,
    })),
  ]
  if (moves.length === 0) return new Map()
  const passages = staying.flatMap(({ planned }) => passagesOf(planned))
  const posted = await postReceipts(tx, actor, warehouseId, moves, passages)
  return new Map(
    moves.flatMap(({ of }, i) => of.map((one) => [one, posted[i]?.moveId ?? ''] as const)),
  )
}

/** The move of these decisions within the warehouse; undefined without any. */
async function plan(
  tx: Tx,
  actor: WorkspaceMember,
  of: readonly Decision[],
  toStatus: 'available' | 'quarantine',
): Promise<{ of: readonly Decision[]; planned: Plan } | undefined> {
  if (of.length === 0) return undefined
  const planned = await planMove(
    tx,
    actor,
    of.map(({ line, item, quanta, locationId }) => ({
      bucketId: item.bucketId,
      status: 'quarantine',
      qty: fromQuanta(quanta, line.qtyScale),
      toLocationId: locationId ?? item.place.id,
      toStatus,
    })),
  )
  return { of, planned }
}
