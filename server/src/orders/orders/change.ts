import { canChange } from '@stowage/contract/orders/order-edits'
import type { Address } from '@stowage/contract/orders/customers'
import type { Order, orders as orderRoutes } from '@stowage/contract/orders/orders'
import type { Input } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { failField, notFound, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { setUrgency } from '../../warehouse/stock/kernel-queries.ts'
import { changeDocument, refuseStep } from '../../workspace/documents/commands.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import { deleteLines, insertLines } from '../../workspace/documents/write-queries.ts'
import { findChannel } from '../channels/queries.ts'
import { getOrderCustomer, unmaskOrder } from '../customers/commands.ts'
import { chargesOf, totalsOf } from './amount-rules.ts'
import { componentsOf, type AnyVersion } from './commands.ts'
import { readOrderLines, requireDiscounts, requirePriceOverride, requirePrices } from './lines.ts'
import { insertComponents, orders, type LineRow, type OrderRow } from './queries.ts'
import { replyOf } from './reply.ts'
import { changedValues } from '../../workspace/records/rules.ts'
import { saveUrgency } from '../fulfillments/queries.ts'

/**
 * Changes an order. Fields that are left out stay; given lines replace those of a draft. Once it is released, what
 * nothing depends on that left the warehouse can still change.
 */
export async function changeOrder(
  tx: Tx,
  actor: WorkspaceMember,
  id: string,
  { version, lines: typed, ...given }: Input<typeof orderRoutes.update>['body'],
): Promise<Order> {
  const { platform } = actor
  const { row: before, lines: had } = await lockDocument(tx, orders, actor, id)
  requireVersion(before, version)
  const { shippingCharge, orderDiscount, ...fields } = given
  const charges = chargesOf({ shippingCharge, orderDiscount }, before)
  const values = { ...unmaskOrder(definedOf(fields), addressesOf(before)), ...charges }
  const changed = changedValues(before, values)
  if (!changed.every((name) => canChange(name, before.state))) refuseStep(orders, before, 'draft')
  if (typed && before.state !== 'draft') refuseStep(orders, before, 'draft')
  const customer = changed.includes('customerId')
    ? await getOrderCustomer(tx, platform.id, fields.customerId)
    : undefined
  const read = typed && (await readOrderLines(tx, actor, typed))
  const lines = read ?? had
  if (read || changed.includes('orderDiscountMicros') || changed.includes('shippingChargeMicros'))
    requireDiscounts(lines, charges, before.currency)
  if (changed.includes('orderDiscountMicros')) requirePriceOverride(actor)
  if (read)
    requirePrices(actor, (await findChannel(tx, platform.id, before.channelId)) ?? notFound(), read)
  if (read) {
    await deleteLines(tx, orders, platform.id, id)
    await insertLines(tx, orders, platform.id, id, read)
    await insertComponents(tx, platform.id, componentsOf(read))
  }
  const [after] = await Promise.all([
    changeDocument(tx, orders, actor, before, {
      change: 'updated',
      values: { ...values, ...totalsOf(lines, charges, before.currency) },
      recorded: { payload: { changed: [...changed.map(named), ...(typed ? ['lines'] : [])] } },
    }),
    changeUrgency(tx, platform.id, before, had, { ...before, ...values }),
  ])
  return replyOf(tx, actor, {
    ...after,
    customer: changed.includes('customerId') ? (customer?.name ?? null) : before.customer,
  })
}

/** The addresses of an order. */
export const addressesOf = ({ shippingAddress, billingAddress }: OrderRow): Address[] =>
  [shippingAddress, billingAddress].filter((address) => address !== null)

/** A stored amount by the name of its field. */
const named = (name: string) => name.replace(/Micros$/, '')

/** Lets claims and fulfillments follow the priority and the promised time of their order. */
export async function changeUrgency(
  tx: Tx,
  platformId: string,
  before: OrderRow,
  had: readonly LineRow[],
  { priority, promisedShipAt }: Pick<OrderRow, 'priority' | 'promisedShipAt'>,
): Promise<void> {
  if (priority === before.priority && promisedShipAt === before.promisedShipAt) return
  const claims = had.flatMap((line) => line.claims.map(({ reservationId }) => reservationId))
  await Promise.all([
    setUrgency(tx, platformId, claims, { priority, dueAt: promisedShipAt }),
    saveUrgency(tx, platformId, before.id, { priority, shipBy: promisedShipAt }),
  ])
}

/** The fields that were given. */
export const definedOf = <Fields extends Record<string, unknown>>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<OrderRow>

/** The most tags of an order. */
const mostTags = 20

/** Adds and removes tags of one order, in any state. An order whose tags stay the same keeps its version. */
export async function tagOrder(
  tx: Tx,
  actor: WorkspaceMember,
  { id, version }: AnyVersion<{ id: string; version: number }>,
  change: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  const { row: before } = await lockDocument(tx, orders, actor, id)
  requireVersion(before, version)
  const tags = changedTags(before.tags, change)
  if (!tags) return
  if (tags.length > mostTags) failField('add', `An order has at most ${mostTags} tags`)
  await changeDocument(tx, orders, actor, before, {
    change: 'updated',
    values: { tags },
    recorded: { payload: { changed: ['tags'] } },
  })
}

/**
 * Returns the tags after a change, or undefined if they stay the same. Tags are compared exactly; new
 * ones are added at the end.
 */
function changedTags(
  before: readonly string[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): string[] | undefined {
  const kept = before.filter((tag) => !remove.includes(tag))
  const after = [...new Set([...kept, ...add.filter((tag) => !remove.includes(tag))])]
  const isSame = after.length === before.length && after.every((tag, i) => tag === before[i])
  return isSame ? undefined : after
}
