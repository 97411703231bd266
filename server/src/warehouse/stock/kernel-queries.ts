import type { PickPolicy } from '@stowage/contract/warehouse/pick-policies'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { prepare } from '../../database/prepared.ts'
import type { WorkspaceMember } from '../../http/actor.ts'

/** Head of a move, without its lines. */
export type Move = {
  kind:
    | 'receive'
    | 'relocate'
    | 'pick'
    | 'ship'
    | 'unship'
    | 'status_change'
    | 'adjust'
    | 'count'
    | 'scrap'
    | 'return_in'
    | 'return_to_vendor'
  warehouseId: string
  sourceType: string
  sourceId?: string
  reasonCode?: string
  note?: string
  /** When it happened, if that was earlier than now. */
  effectiveAt?: string
  /** The same key posts once, however often it is tried. */
  dedupeKey?: string
  /** The move this one takes back, all of it or its last part: only one can. */
  reversesMoveId?: string
  /** The move this one takes back a part of. */
  partOf?: string
}

/**
 * One line of a move. Quantities are quanta, as text. Without a `party` goods go from one bucket to
 * another; with one they come from it or go to it.
 */
export type MoveLine = {
  lineNo: number
  qty: string
  party?: 'supplier' | 'customer' | 'loss' | 'found' | 'production'
  fromBucket?: string
  toBucket?: string
  /** Instead of `toBucket`: the bucket of this key, made when there is none yet. */
  variantId?: string
  toLocation?: string
  toStatus?: string
  toLot?: string | undefined
  toSerial?: string | undefined
  allocationId?: string
  /**
   * Effect on that allocation: it is picked where the stock goes, follows it in its state, ends as shipped,
   * or is picked again.
   */
  claim?: 'carry' | 'follow' | 'consume' | 'restore'
  /** Millionths of the currency for one base unit; `valueMicros`, for the whole line, goes before it. */
  unitCostMicros?: string
  valueMicros?: string
}

export type Posted = {
  moveId: string
  recordedAt: string
  sides: { lineNo: number; bucketId: string; seq: number; qtyAfter: string }[]
}

const byWhom = ({ type, id, requestId }: Pick<WorkspaceMember, 'type' | 'id' | 'requestId'>) => ({
  actorType: type === 'api_key' ? type : 'member',
  actorId: id,
  requestId,
})

/**
 * Posts a move: ledger, balances and value in one call. Fails with what the tables refuse, such as
 * `insufficient_bucket_stock`, and then nothing has changed.
 */
export async function postMove(
  tx: Tx,
  actor: WorkspaceMember,
  move: Move,
  lines: readonly MoveLine[],
): Promise<Posted> {
  const whole = JSON.stringify({ ...move, ...byWhom(actor) })
  return theOnly(await callPost(tx, actor.platform.id, whole, JSON.stringify(lines))).posted
}

const callPost = prepare(
  (_: Db, platformId: string, move: string, lines: string) => sql<{ posted: Posted }>`
    select stock.post(${platformId}, ${move}::jsonb, ${lines}::jsonb) as posted`,
)

/** Posts several moves in their order: all of them, or with the refusal of the first that fails none. */
export async function postMoves(
  tx: Tx,
  actor: WorkspaceMember,
  moves: readonly { move: Move; lines: readonly MoveLine[] }[],
): Promise<Posted[]> {
  const by = byWhom(actor)
  const whole = moves.map(({ move, lines }) => ({ move: { ...move, ...by }, lines }))
  return theOnly(await callPostAll(tx, actor.platform.id, JSON.stringify(whole))).posted
}

const callPostAll = prepare(
  (_: Db, platformId: string, moves: string) => sql<{ posted: Posted[] }>`
    select stock.post_all(${platformId}, ${moves}::jsonb) as posted`,
)

/** Posts the mirror of a move; a second time, or for a kind that has none, it is refused. */
export async function reverseMove(
  tx: Tx,
  actor: WorkspaceMember,
  moveId: string,
  note: string | undefined,
): Promise<Posted> {
  const how = JSON.stringify({ ...byWhom(actor), note })
  return theOnly(await callReverse(tx, actor.platform.id, moveId, how)).posted
}

const callReverse = prepare(
  (_: Db, platformId: string, moveId: string, how: string) => sql<{ posted: Posted }>`
    select stock.reverse(${platformId}, ${moveId}, ${how}::jsonb) as posted`,
)

/** Locks all that a command with several calls will touch, in the one order. */
export async function lockStock(
  tx: Tx,
  platformId: string,
  levels: readonly { warehouseId: string; variantId: string }[],
  lines: readonly MoveLine[],
): Promise<void> {
  await callLock(tx, platformId, JSON.stringify(levels), JSON.stringify(lines))
}

const callLock = prepare(
  (_: Db, platformId: string, levels: string, lines: string) =>
    sql`select stock.lock(${platformId}, ${levels}::jsonb, ${lines}::jsonb)`,
)

/**
 * From here on this transaction waits longer for others than a single document does: a batch before it
 * holds what both touch for seconds. Shorter than a statement may take.
 */
export async function waitLonger(tx: Tx): Promise<void> {
  await sql`select set_config('lock_timeout', '9000', true)`.execute(tx)
}

export type Violation = { rule: string; subject: string; expected: string; actual: string }

/** Every place where two numbers that must agree do not; nothing when the ledger is right. */
export async function findViolations(db: Db, platformId: string): Promise<Violation[]> {
  const { rows } = await sql<Violation>`select * from stock.verify(${platformId})`.execute(db)
  return rows
}

function theOnly<Row>([row]: Row[]): Row {
  if (!row) throw new Error('A function of one row gave none')
  return row
}

/** Displaced promise, now backordered: the source of a claim, with its quanta. */
export type Displaced = { sourceType: string; sourceId: string; qty: string }

/** Makes the least urgent promises of a level wait again, so many quanta in all; between lock and post. */
export async function displace(
  tx: Tx,
  platformId: string,
  { warehouseId, variantId }: { warehouseId: string; variantId: string },
  quanta: string,
): Promise<Displaced[]> {
  const { rows } = await sql<{ displaced: Displaced[] }>`
    select stock.displace(${platformId}, ${warehouseId}, ${variantId}, ${quanta}) as displaced`.execute(
    tx,
  )
  return theOnly(rows).displaced
}

/** Quantity a line of a document requests from one warehouse; `qty` is quanta, as text. */
export type PromiseLine = {
  lineNo: number
  sourceType: 'order_line' | 'transfer_line' | 'manual'
  sourceId: string
  componentId?: string
  /** With a component: how many quanta of it one kit takes. */
  perKit?: string
  /** Asks for what may wait without a limit, and is served as what waits is. */
  waits?: boolean
  warehouseId: string
  variantId: string
  qty: string
  priority?: number
  dueAt?: string
  expiresAt?: string
}

/**
 * Reserves stock for lines: all of it or `insufficient_stock` (`strict`), what there is (`partial`), or what
 * there is while the rest waits (`backorder`).
 */
export async function promise(
  tx: Tx,
  platformId: string,
  lines: readonly PromiseLine[],
  mode: 'strict' | 'partial' | 'backorder',
): Promise<void> {
  await callPromise(tx, platformId, JSON.stringify(lines), mode)
}

const callPromise = prepare(
  (_: Db, platformId: string, lines: string, mode: string) =>
    sql`select stock.promise(${platformId}, ${lines}::jsonb, ${mode})`,
)

/**
 * Ends claims: what they were promised goes to waiting orders. Fails with `picked_goods` where some is picked, unless
 * `pickedToo`: that stays where it is and is free.
 */
export async function releaseClaims(
  tx: Tx,
  platformId: string,
  reservationIds: readonly string[],
  { pickedToo = false }: { pickedToo?: boolean } = {},
): Promise<void> {
  await sql`
    select stock.release(${platformId}, ${[...reservationIds]}::bigint[], ${pickedToo})`.execute(tx)
}

/** How locations are chosen; `passedOver` are buckets that are left out. */
type Allocating = { policy: PickPolicy | null; at: Date; passedOver?: readonly string[] }

/** Stock that was chosen for a claim, in quanta. */
export type Allocated = { allocationId: string; reservationId: string; qty: string }

/**
 * Chooses locations for what claims are promised and is not allocated yet. Where too little can be picked, a claim
 * stays allocated in part. Others may take stock in between, so a second call can find more. Without a policy each
 * warehouse has its own. Lots that are on hold, or expired at `at`, are left out.
 */
export async function allocate(
  tx: Tx,
  platformId: string,
  reservationIds: readonly string[],
  { policy, at, passedOver = [] }: Allocating,
): Promise<Allocated[]> {
  const how = { policy, at, passedOver: [...passedOver] }
  return theOnly(await callAllocate(tx, platformId, [...reservationIds], how)).allocated
}

const callAllocate = prepare(
  (
    _: Db,
    platformId: string,
    reservationIds: string[],
    { policy, at, passedOver }: { policy: PickPolicy | null; at: Date; passedOver: string[] },
  ) => sql<{ allocated: Allocated[] }>`
    select stock.allocate(${platformId}, ${reservationIds}::bigint[], ${policy},
      ${passedOver}::bigint[], ${at}) as allocated`,
)

/** Cancels allocations, whole or in part; their claims stay promised. */
export async function unallocate(
  tx: Tx,
  platformId: string,
  allocations: readonly Pick<Allocated, 'allocationId' | 'qty'>[],
): Promise<void> {
  if (allocations.length === 0) return
  await callUnallocate(tx, platformId, JSON.stringify(allocations))
}

const callUnallocate = prepare(
  (_: Db, platformId: string, allocations: string) =>
    sql`select stock.unallocate(${platformId}, ${allocations}::jsonb)`,
)

/**
 * Quantity of an order line that is released; quanta, as text. With `claim`, only what waits, to be
 * promised in `toWarehouse` next.
 */
export type Reduction = {
  sourceId: string
  componentId: string | null
  qty: string
  claim?: string
  toWarehouse?: string
}

/**
 * Takes back a part of what order lines asked for: what waits first, then what they were promised, which goes
 * to waiting orders. Fails with `picked_goods` where too much of it is allocated.
 */
export async function giveBack(
  tx: Tx,
  platformId: string,
  reductions: readonly Reduction[],
): Promise<void> {
  if (reductions.length === 0) return
  await sql`select stock.give_back(${platformId}, ${JSON.stringify(reductions)}::jsonb)`.execute(tx)
}

/**
 * Takes what is promised and not allocated from claims, which wait for it then, and gives it to other waiting claims:
 * those of the sources `receivers`, or whoever is served first. Fails with `picked_goods` where a claim holds less,
 * and with `nobody_waits` where too little is waited for.
 */
export async function unreserve(
  tx: Tx,
  platformId: string,
  reductions: readonly { claim: string; qty: string }[],
  receivers: readonly string[] | null,
): Promise<void> {
  await sql`
    select stock.unreserve(${platformId}, ${JSON.stringify(reductions)}::jsonb,
      ${receivers && [...receivers]}::uuid[])`.execute(tx)
}

/** Sets how urgent claims are; none of them expires. */
export async function setUrgency(
  tx: Tx,
  platformId: string,
  reservationIds: readonly string[],
  { priority, dueAt }: { priority: number; dueAt: string | null },
): Promise<void> {
  if (reservationIds.length === 0) return
  await sql`
    select stock.set_urgency(${platformId}, ${[...reservationIds]}::bigint[], ${priority}::smallint,
      ${dueAt}::timestamptz, null)`.execute(tx)
}
