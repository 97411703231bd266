import { Suspense } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { allBlockersOf } from './blockers.ts'
import { Explanation } from './Explanation.tsx'
import type { Displacing } from './WaitingOrders.tsx'

const InTheWay = lazyPart(() => import('./InTheWay.tsx'), 'InTheWay')

type Props = {
  error: unknown
  /** Offers to post all the same when stock is reserved: orders then wait. */
  displacing?: Displacing
}

/** Shows what blocks a request, with quantities, below the message of the refusal. */
export function Refusal({ error, displacing }: Props) {
  return (
    <>
      <Explanation error={error} />
      {allBlockersOf(error).length > 0 && (
        <Suspense>
          <InTheWay error={error} {...(displacing && { displacing })} />
        </Suspense>
      )}
    </>
  )
}
