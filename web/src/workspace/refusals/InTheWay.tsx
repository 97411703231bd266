import { allBlockersOf } from './blockers.ts'
import { BackorderRules } from './BackorderRules.tsx'
import { Mentioned } from './Mentioned.tsx'
import { WaitingOrders, type Displacing } from './WaitingOrders.tsx'

/** The orders and records that stand in the way, with the way to each. */
export const InTheWay = ({ error, displacing }: { error: unknown; displacing?: Displacing }) => (
  <>
    <WaitingOrders error={error} {...(displacing && { displacing })} />
    <BackorderRules error={error} />
    <Mentioned blockers={allBlockersOf(error)} />
  </>
)
