import { fulfillments } from '@stowage/contract/orders/fulfillments'
import type { OpenTask } from '@stowage/contract/orders/picking'
import { useEffect, useRef, useState } from 'react'
import { send } from '../../app/api.ts'
import { wasPickedHere } from '../outbox/delivery.ts'
import { withdrawnText } from './stopped-lots.ts'

/** Says why a task left the list that was not picked here; undefined where its lot is not the reason. */
async function explainGone(slug: string, task: OpenTask): Promise<string | undefined> {
  const params = { slug, fulfillmentId: task.fulfillmentId }
  const { fulfillment } = await send(fulfillments.details, { params })
  const picks = fulfillment.lines.flatMap((line) => line.picks)
  const pick = picks.find(({ id, state }) => id === task.id && state === 'withdrawn')
  return pick && withdrawnText(task.sku, pick)
}

/** Watches the tasks for those that are taken away while they are shown, and tells why. Returns how many were. */
export function useWithdrawn(
  slug: string,
  tasks: readonly OpenTask[] | undefined,
  onWithdrawn: (text: string) => void,
): number {
  const before = useRef<readonly OpenTask[]>([])
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (!tasks) return
    const gone = before.current.filter(
      ({ id }) => !wasPickedHere(id) && !tasks.some((task) => task.id === id),
    )
    before.current = tasks
    if (gone.length === 0) return
    void Promise.all(gone.map((task) => explainGone(slug, task).catch(() => undefined))).then(
      (found) => {
        const texts = found.filter((text) => text !== undefined)
        if (texts.length === 0) return
        setCount((sum) => sum + texts.length)
        onWithdrawn(texts.join(' '))
      },
    )
  })
  return count
}
