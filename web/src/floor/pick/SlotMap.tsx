import type { Batch } from '@stowage/contract/orders/batches'
import type { OpenTask } from '@stowage/contract/orders/picking'
import { formatQuantity } from '../../app/format.ts'
import { stopKeyOf } from '../frame/codes.ts'

type Props = {
  batch: Batch
  task: OpenTask
  /** Tasks of the batch still to be picked. */
  left: readonly OpenTask[]
}

/** More slots than this are not on one cart: only those of the stop are shown. */
const mostShown = 12

/** Shows the quantity for each slot of the cart at this stop, with the next one emphasized. */
export function SlotMap({ batch: { totes }, task, left }: Props) {
  const here = left.filter((one) => stopKeyOf(one) === stopKeyOf(task))
  const taskOf = (slot: number) => here.find((one) => one.slot === slot)
  const shown = totes.length > mostShown ? totes.filter(({ slot }) => taskOf(slot)) : totes
  return (
    <ul role="list" aria-label="Slots" className="grid grid-cols-3 gap-2">
      {shown.map(({ slot, tote, fulfillment }) => {
        const now = taskOf(slot)
        const isNow = slot === task.slot
        return (
          <li
            key={slot}
            {...(isNow && { 'aria-current': 'step' })}
            className={`grid min-w-0 rounded-control border px-3 py-2 ${
              isNow
                ? 'border-accent bg-accent-soft text-accent-ink'
                : now
                  ? 'border-edge'
                  : 'border-line text-muted'
            }`}
          >
            <span className="truncate text-sm">
              {`${slot}. ${tote ?? fulfillment}`}
              <span className="sr-only">: </span>
            </span>
            <span className="text-xl font-semibold tabular-nums">
              {now ? formatQuantity(now.qty) : '-'}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
