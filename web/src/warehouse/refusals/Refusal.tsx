import { Mentioned } from './Mentioned.tsx'
import { allBlockersOf } from '../../workspace/refusals/blockers.ts'
import { Explanation } from '../../workspace/refusals/Explanation.tsx'
import { WaitingOrders, type Displacing } from './WaitingOrders.tsx'

type Props = {
  error: unknown
  /** Offers to post all the same when stock is reserved: orders then wait. */
  displacing?: Displacing
}

/** What stands in the way, in sentences with numbers, below the message of a refusal. */
export function Refusal({ error, displacing }: Props) {
  return (
    <>
      <Explanation error={error} />
      <WaitingOrders error={error} {...(displacing && { displacing })} />
      <Mentioned blockers={allBlockersOf(error)} />
    </>
  )
}
