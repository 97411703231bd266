import { pickConflicts } from '@stowage/contract/orders/pick-conflicts'
import { send } from '../../app/api.ts'
import type { Pending } from './store.ts'

const callOf = ({ slug, body: { scanId } }: Pending) => ({ params: { slug, scanId } })

/**
 * Tells the server of a pick it has refused, so that it is seen at a desk too. Returns whether somebody has resolved it
 * there, false where no answer came.
 */
export async function reportConflict(pick: Pending): Promise<boolean> {
  const { taskId, body, refused } = pick
  const message = [refused?.message, ...(refused?.reasons ?? [])].join(' ').slice(0, 500)
  try {
    const { state } = await send(pickConflicts.report, {
      ...callOf(pick),
      body: { pickTaskId: taskId, qty: body.qty, message },
    })
    return state === 'resolved'
  } catch {
    return false
  }
}

/** Tells the server that a pick it was told of is recorded or dropped here; later a desk can end it too. */
export const settleConflict = (pick: Pending): Promise<unknown> =>
  send(pickConflicts.settle, callOf(pick)).catch(() => {})
