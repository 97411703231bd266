import type { BlockerOf } from '@stowage/contract/blockers'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Reply } from '@stowage/contract/route'
import type { PostedMove, stock } from '@stowage/contract/warehouse/stock'
import { record } from '../../audit.ts'
import type { Db, Tx } from '../../database/connect.ts'
import { codeOfConstraint } from '../../database/constraints.ts'
import { fail, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { explainClosed } from './retry-conflicts.ts'
import { reverseMove } from './kernel-queries.ts'
import { listClaims } from '../reservations/queries.ts'
import { claimsOfLevel, toClaimReply } from '../reservations/reply.ts'
import { findLevels } from './bucket-queries.ts'
import {
  findMove,
  listChanged,
  listReturns,
  listSides,
  type Changed,
  type MovePart,
  type Return,
} from './reversal-queries.ts'
import { reversalOf } from './source-queries.ts'

type Preview = Reply<typeof stock.previewReverse>
type Blocker = BlockerOf<'reversal_blocked'>

const reversible = ['receive', 'relocate', 'status_change', 'adjust', 'count', 'scrap']

const isFinal = ({ kind, sourceType }: { kind: string; sourceType: string }) =>
  !reversible.includes(kind) || reversalOf(sourceType) === 'never'

/** Returns what reversing a move, or these parts of it, would do to each bucket, and what prevents it. */
export async function previewReversal(
  db: Db,
  actor: WorkspaceMember,
  moveId: string,
  parts?: readonly MovePart[],
): Promise<Preview> {
  const { id: platformId } = actor.platform
  const move = (await findMove(db, platformId, actor, moveId)) ?? notFound()
  const changed = await listChanged(db, platformId, moveId, parts)
  const returns = await listReturns(db, platformId, moveId, false)
  const blockers: Blocker[] = [
    ...(move.reversedBy ? [{ type: 'already_reversed' as const, moveId: move.reversedBy }] : []),
    ...(move.reversesMoveId !== null || isFinal(move)
      ? [{ type: 'not_reversible' as const, kind: move.kind }]
      : []),
    ...closedTo(returns),
    ...(await missingIn(db, actor, changed)),
  ]
  if (blockers.length === 0) blockers.push(...(await promisedOf(db, actor, changed)))
  return {
    possible: blockers.length === 0,
    document: documentOf(move),
    lines: changed.map(({ bucketId, variantId, sku, name, unit, location, ...bucket }) => ({
      bucketId,
      variantId,
      sku,
      name,
      unit,
      location,
      before: fromQuanta(bucket.onHand, bucket.qtyScale),
      after: fromQuanta(BigInt(bucket.onHand) - BigInt(bucket.delta), bucket.qtyScale),
    })),
    blockers,
  }
}

/**
 * Goods come back to a place that is full or blocked, because they lay there; but not to what was put
 * away, where nobody would find them.
 */
function closedTo(returns: readonly Return[]): Blocker[] {
  const blockers = returns.flatMap((one): Blocker[] => {
    const { variantId, sku, state, locationId, location: code, status } = one
    const { warehouseId, warehouse, warehouseState } = one
    return [
      ...(warehouseState === 'archived'
        ? [{ type: 'warehouse' as const, warehouseId, code: warehouse, state: warehouseState }]
        : []),
      ...(status === 'archived'
        ? [{ type: 'location' as const, locationId, code, status, direction: 'in' as const }]
        : []),
      ...(state === 'archived' ? [{ type: 'variant' as const, variantId, sku, state }] : []),
    ]
  })
  return [...new Map(blockers.map((one) => [JSON.stringify(one), one])).values()]
}

/** Returns what buckets lack to reverse the move, who took it, and for which orders it is allocated. */
async function missingIn(
  db: Db,
  actor: WorkspaceMember,
  changed: readonly Changed[],
): Promise<Blocker[]> {
  const short = changed.flatMap((bucket) => shortOf(bucket).map((blocker) => ({ bucket, blocker })))
  const held = short.filter(({ bucket }) => bucket.allocated !== '0')
  if (held.length === 0) return short.map(({ blocker }) => blocker)
  const ids = held.map(({ bucket }) => bucket.bucketId)
  const claims = await listClaims(db, actor.platform.id, [], ids)
  return short.map(({ bucket, blocker }) => ({
    ...blocker,
    claims: claims
      .filter(({ bucketId }) => bucketId === bucket.bucketId)
      .map((claim) => toClaimReply(claim, bucket, actor)),
  }))
}

function shortOf({ qtyScale, takenBy, ...bucket }: Changed) {
  const after = BigInt(bucket.onHand) - BigInt(bucket.delta)
  const missing = BigInt(bucket.allocated) - after
  if (missing <= 0n) return []
  const format = (quanta: bigint | string) => fromQuanta(quanta, qtyScale)
  return [
    {
      type: 'bucket' as const,
      bucketId: bucket.bucketId,
      variantId: bucket.variantId,
      sku: bucket.sku,
      location: bucket.location,
      status: bucket.status,
      missing: format(missing),
      onHand: format(bucket.onHand),
      allocated: format(bucket.allocated),
      moves: takenBy.map(({ qty, ...move }) => ({ ...move, qty: format(qty) })),
    },
  ]
}

/** Where the stock is still there but promised, and to which orders. */
async function promisedOf(db: Db, actor: WorkspaceMember, changed: Changed[]): Promise<Blocker[]> {
  const { id: platformId } = actor.platform
  const keys = [
    ...new Map(
      changed.map(({ warehouseId, variantId }) => [
        `${warehouseId} ${variantId}`,
        { warehouseId, variantId },
      ]),
    ).values(),
  ]
  const levels = await findLevels(db, platformId, keys)
  const claims = await listClaims(db, platformId, keys, [])
  return levels.flatMap(({ warehouseId, variantId, onHand, unavailable, reserved }) => {
    const own = changed.filter(
      (bucket) => bucket.warehouseId === warehouseId && bucket.variantId === variantId,
    )
    const brought = own.reduce(
      (sum, { status, delta }) => (status === 'available' ? sum + BigInt(delta) : sum),
      0n,
    )
    const missing = brought - (BigInt(onHand) - BigInt(unavailable) - BigInt(reserved))
    const [first] = own
    if (missing <= 0n || brought <= 0n || !first) return []
    const format = (quanta: bigint | string) => fromQuanta(quanta, first.qtyScale)
    return [
      {
        type: 'level',
        warehouseId,
        variantId,
        sku: first.sku,
        reserved: format(reserved),
        missing: format(missing),
        claims: claimsOfLevel(claims, first, missing, actor),
      },
    ]
  })
}

type Move = NonNullable<Awaited<ReturnType<typeof findMove>>>

const documentOf = ({ sourceType, sourceId, number }: Move): Preview['document'] =>
  sourceId && number && reversalOf(sourceType) !== 'alone'
    ? { type: sourceType, id: sourceId, number }
    : null

/** Posts the mirror of a move that belongs to no document; one that does is undone with it. */
export async function undoMove(
  tx: Tx,
  actor: WorkspaceMember,
  moveId: string,
  note: string | undefined,
): Promise<PostedMove> {
  const { id: platformId } = actor.platform
  const move = (await findMove(tx, platformId, actor, moveId)) ?? notFound()
  const document = documentOf(move)
  if (document)
    fail('not_reversible', {
      message: isFinal(move)
        ? `This movement belongs to ${document.number} and can’t be reversed.`
        : `This movement belongs to ${document.number}. Reverse that document instead.`,
    })
  await requireReturns(tx, actor, moveId)
  const posted = await reverseMove(tx, actor, moveId, note)
  const [lines] = await Promise.all([
    listSides(tx, platformId, posted.moveId),
    record(tx, actor, 'STOCK_REVERSED', {
      target: { type: 'stock_move', id: posted.moveId, name: move.kind },
      metadata: { reverses: moveId },
    }),
  ])
  const recordedAt = new Date(posted.recordedAt).toISOString()
  return { id: posted.moveId, kind: move.kind, recordedAt, lines }
}

/** Fails as `requireReversible` does where goods would come back to what was archived; holds the rest. */
async function requireReturns(tx: Tx, actor: WorkspaceMember, moveId: string): Promise<void> {
  const returns = await listReturns(tx, actor.platform.id, moveId, true)
  if (closedTo(returns).length > 0) await requireReversible(tx, actor, moveId)
}

/** Fails with `already_reversed`, or with `reversal_blocked` and what the preview says is in the way. */
export async function requireReversible(
  tx: Tx,
  actor: WorkspaceMember,
  moveId: string,
  parts?: readonly MovePart[],
): Promise<void> {
  await listReturns(tx, actor.platform.id, moveId, true)
  const { possible, blockers } = await previewReversal(tx, actor, moveId, parts)
  if (possible) return
  if (blockers.some(({ type }) => type === 'already_reversed')) fail('already_reversed')
  fail('reversal_blocked', { blockers })
}

/** After the database has refused to undo a move: `reversal_blocked` with what the preview says. */
export async function explainReversal(
  db: Db,
  actor: WorkspaceMember,
  moveId: string,
  error: unknown,
): Promise<void> {
  await explainClosed(db, actor, error)
  const code = codeOfConstraint(error)
  if (code !== 'insufficient_bucket_stock' && code !== 'oversell_refused') return
  const { blockers } = await previewReversal(db, actor, moveId)
  fail('reversal_blocked', { blockers })
}
