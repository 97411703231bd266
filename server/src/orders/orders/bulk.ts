import type { BatchReply } from '@stowage/contract/batches'
import type { bulk } from '@stowage/contract/orders/bulk'
import type { Input } from '@stowage/contract/route'
import type { Tx } from '../../database/connect.ts'
import { fail, failField, requireVersion } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { runBatch } from '../../workspace/documents/run-batch.ts'
import { changeDocument } from '../../workspace/documents/commands.ts'
import { lockFreeDocuments } from '../../workspace/documents/list-queries.ts'
import { lockDocument } from '../../workspace/documents/queries.ts'
import { orders } from './queries.ts'

type Selection = Input<typeof bulk.confirm>['body']
type Selected = Selection['items'][number]

/** The most tags of an order. */
const most = 20

/** Does the same step for each order of a selection; one that others hold is refused, not the rest. */
export function changeEach(
  tx: Tx,
  actor: WorkspaceMember,
  batch: Selection,
  step: (order: Selected) => Promise<unknown>,
): Promise<BatchReply> {
  let held: ReadonlySet<string> = new Set()
  return runBatch(tx, batch, {
    skipsLocked: true,
    // All orders before any stock: a step that holds stock must not wait for the next order.
    begin: async () => {
      const ids = batch.items.map(({ id }) => id)
      held = (await lockFreeDocuments(tx, orders, actor, ids)).held
    },
    apply: async (order) => {
      if (held.has(order.id.toLowerCase())) fail('lock_timeout', { retryAfter: 1 })
      await step(order)
      return order.id
    },
  })
}

/** Adds and removes tags of one order, in any state. An order whose tags stay the same keeps its version. */
export async function tagOrder(
  tx: Tx,
  actor: WorkspaceMember,
  { id, version }: Selected,
  change: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  const { row: before } = await lockDocument(tx, orders, actor, id)
  requireVersion(before, version)
  const tags = changedTags(before.tags, change)
  if (!tags) return
  if (tags.length > most) failField('add', `An order has at most ${most} tags`)
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
