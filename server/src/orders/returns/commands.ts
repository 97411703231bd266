import type { CustomerReturn, returns as routes } from '@stowage/contract/orders/returns'
import type { Input } from '@stowage/contract/route'
import { fromQuanta } from '@stowage/contract/warehouse/quantities'
import type { Db, Tx } from '../../database/connect.ts'
import { newId } from '../../database/ids.ts'
import { fail, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { requireSite } from '../../warehouse/locations/lines.ts'
import { findSite } from '../../warehouse/locations/warehouse-queries.ts'
import {
  changeDocument,
  createDocument,
  lockForTransition,
  refuseTransition,
} from '../../workspace/documents/commands.ts'
import { getDocument, lockDocument } from '../../workspace/documents/queries.ts'
import { findCustomer } from '../customers/queries.ts'
import { orders } from '../orders/queries.ts'
import { readNewLines } from './read-new-lines.ts'
import { returns, type LineRow, type ReturnRow } from './queries.ts'
import { toReply } from './reply.ts'
import { returnTransitions, undecidedOf } from './rules.ts'

type Body<Name extends keyof typeof routes> = Input<(typeof routes)[Name]>['body']

/**
 * Creates a return under its number. The order is locked, so two returns of the same items cannot both be more
 * than what was shipped.
 */
export async function createReturn(
  tx: Tx,
  actor: WorkspaceMember,
  number: string,
  body: Body<'create'>,
): Promise<CustomerReturn> {
  const { orderId, warehouseId = null, expectedBy = null, note, authorize } = body
  const order = orderId === undefined ? undefined : await lockDocument(tx, orders, actor, orderId)
  const customerId = order ? order.row.customerId : await readCustomer(tx, actor, body.customerId)
  if (warehouseId !== null) requireSite(await getSite(tx, actor, warehouseId))
  const lines = await readNewLines(
    tx,
    actor,
    body,
    order && { id: order.row.id, lines: order.lines },
  )
  const id = newId()
  const row: ReturnRow = {
    id,
    number,
    state: authorize ? 'authorized' : 'requested',
    version: 1,
    createdAt: actor.at.toISOString(),
    createdBy: actor.id,
    orderId: order?.row.id ?? null,
    order: order?.row.number ?? null,
    externalId: order?.row.externalId ?? null,
    customerId,
    warehouseId,
    expectedBy,
    note,
    endReason: null,
    receivedAt: null,
    moveId: null,
    refundState: 'none',
  }
  await createDocument(tx, returns, actor, {
    row,
    lines,
    change: 'created',
    recorded: { payload: { lines: lines.map(auditedLine) } },
    then: authorize ? { change: 'authorized' } : undefined,
  })
  return getReturn(tx, actor, id)
}

/** Serializes a line for an event. */
export const auditedLine = ({
  sku,
  variantId,
  orderLineId,
  qty,
  qtyScale,
  reasonCode,
}: LineRow) => ({
  sku,
  variantId,
  orderLineId,
  qty: fromQuanta(qty, qtyScale),
  reasonCode,
})

async function readCustomer(tx: Tx, { platform }: WorkspaceMember, id: string | undefined) {
  if (id === undefined) return null
  return ((await findCustomer(tx, platform.id, id)) ?? notFound()).id
}

const getSite = async (tx: Tx, { platform, warehouses }: WorkspaceMember, id: string) =>
  (await findSite(tx, platform.id, warehouses, id, [])) ?? notFound()

/** Authorizes a requested return. */
export async function authorizeReturn(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version }: Body<'authorize'>,
): Promise<CustomerReturn> {
  const { before } = await lockForTransition(tx, returns, actor, id, version, 'authorized')
  await changeDocument(tx, returns, actor, before, {
    change: 'authorized',
    values: { state: 'authorized' },
  })
  return getReturn(tx, actor, id)
}

/** Ends a return that was not received. */
export async function endReturn(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, reason }: Body<'cancel'>,
  state: 'rejected' | 'cancelled',
): Promise<CustomerReturn> {
  const { before } = await lockForTransition(tx, returns, actor, id, version, state)
  await changeDocument(tx, returns, actor, before, {
    change: state,
    values: { state, endReason: reason },
    recorded: { payload: { reason } },
  })
  return getReturn(tx, actor, id)
}

/** Closes an inspected return of which everything is decided. */
export async function closeReturn(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version }: Body<'close'>,
): Promise<CustomerReturn> {
  const { before, lines } = await lockForTransition(tx, returns, actor, id, version, 'closed')
  const open = lines.find(({ items }) => items.some((item) => undecidedOf(item) > 0n))
  if (open)
    fail('invalid_transition', {
      message: `Decide what becomes of ${open.sku} before you close ${before.number}.`,
      blockers: [{ type: 'return', from: before.state, to: 'closed', allowed: [] }],
    })
  await changeDocument(tx, returns, actor, before, {
    change: 'closed',
    values: { state: 'closed' },
  })
  return getReturn(tx, actor, id)
}

/** Asks once for the refund of a return that was received. */
export async function requestRefund(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version }: Body<'requestRefund'>,
): Promise<CustomerReturn> {
  const { before, lines } = await lockForRefund(tx, actor, id, version)
  await changeDocument(tx, returns, actor, before, {
    change: 'refund_requested',
    values: { refundState: 'requested' },
    recorded: {
      payload: { lines: lines.map((line) => auditedLine({ ...line, qty: line.received })) },
    },
  })
  return getReturn(tx, actor, id)
}

async function lockForRefund(tx: Tx, actor: WorkspaceMember, id: string, version: number) {
  const { row: before, lines } = await lockDocument(tx, returns, actor, id)
  requireVersion(before, version)
  const { state: from } = before
  const allowed = returnTransitions[from]
  if (before.receivedAt === null || before.refundState !== 'none')
    refuseTransition({ type: 'return', from, to: 'refund_requested', allowed })
  return { before, lines }
}

/** Returns a return with its lines. */
export async function getReturn(
  db: Db,
  actor: WorkspaceMember,
  returnId: string,
): Promise<CustomerReturn> {
  const { row, lines } = await getDocument(db, returns, actor, returnId)
  return toReply(row, lines)
}
