import { packConflicts } from '@stowage/contract/orders/packing-conflicts'
import { pickConflicts } from '@stowage/contract/orders/picking-conflicts'
import { send } from '../../app/api.ts'
import type { Pending } from './store.ts'

const callOf = ({ slug, body: { scanId } }: Pending) => ({ params: { slug, scanId } })

/**
 * Tells the server of what it has refused, so it is seen at a desk too. Returns whether somebody has resolved it
 * there, false where no answer came.
 */
export async function reportConflict(one: Pending): Promise<boolean> {
  const { refused } = one
  const message = [refused?.message, ...(refused?.reasons ?? [])].join(' ').slice(0, 500)
  try {
    const { state } =
      one.kind === 'pick'
        ? await send(pickConflicts.report, {
            ...callOf(one),
            body: { pickTaskId: one.taskId, qty: one.body.qty, message },
          })
        : await send(packConflicts.report, {
            ...callOf(one),
            body: { packageId: one.packageId, item: one.title.slice(0, 200), message },
          })
    return state === 'resolved'
  } catch {
    return false
  }
}

/** Tells the server that something it was told of is recorded or dropped here; later a desk can end it too. */
export const resolveConflict = (one: Pending): Promise<unknown> =>
  send(one.kind === 'pick' ? pickConflicts.settle : packConflicts.settle, callOf(one)).catch(
    () => {},
  )
