import { packing } from '@stowage/contract/orders/packing'
import { picking } from '@stowage/contract/orders/picking'
import type { Reply } from '@stowage/contract/route'
import { fetchChanged, queryClient, send } from '../../app/api.ts'
import { packed } from '../../orders/packing/pack-items.ts'
import type { Pending, PendingPack } from './store.ts'

/** Milliseconds: in a dead spot of the wireless network nobody waits for longer. */
const patience = 6_000

/** Sends something that was kept, and returns what shows at once that it counts. */
export async function deliver(one: Pending): Promise<() => void> {
  const { slug, body } = one
  const options = { patience, headers: { 'idempotency-key': body.scanId } }
  if (one.kind === 'pick') {
    const call = { params: { slug, pickTaskId: one.taskId }, body: one.body }
    const reply = await send(picking.confirm, call, options)
    return () => showPicked(one, reply)
  }
  const call = { params: { slug, packageId: one.packageId }, body: one.body }
  await send(one.kind === 'pack' ? packing.scan : packing.remove, call, options)
  return () => showPacked(one)
}

type Tasks = Reply<typeof picking.list>

/** Tasks this device picked, so they are not looked for when they leave the list. */
const pickedHere = new Set<string>()
export const wasPickedHere = (taskId: string) => pickedHere.has(taskId)

/** Shows what is left of a task; the lists are read again in any case. */
function showPicked(
  one: Extract<Pending, { kind: 'pick' }>,
  { task }: Reply<typeof picking.confirm>,
) {
  pickedHere.add(one.taskId)
  queryClient.setQueriesData<Tasks>({ queryKey: [picking.list.path] }, (tasks) =>
    tasks === undefined
      ? undefined
      : {
          ...tasks,
          items: tasks.items.flatMap((each) =>
            each.id !== task.id
              ? [each]
              : task.state === 'ready'
                ? [{ ...each, qty: task.qty }]
                : [],
          ),
        },
  )
  refresh()
}

/** Shows what is left to pack. */
function showPacked(one: PendingPack) {
  const { slug, fulfillmentId } = one
  queryClient.setQueryData<Reply<typeof packing.items>>(
    [packing.items.path, { params: { slug, fulfillmentId } }],
    (read) => read && { items: packed(read.items, [one]) },
  )
  refresh()
}

/** Reads again what picks and packing scans change, which is the same. */
export const refresh = () => void fetchChanged(picking.confirm)
