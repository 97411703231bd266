import { LinkButton } from '../../parts/LinkButton.tsx'
import { kindName, pageOf } from '../../workspace/scan/opening.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { FoundFrame } from './FoundFrame.tsx'
import type { FoundProps, Thing } from './look-up.ts'

/** Opens what was found where people work at a desk. */
export function OpenAtDesk({ thing }: { thing: Thing }) {
  const href = pageOf(thing, usePaths())
  return href && <LinkButton href={href}>{`Open ${kindName(thing.kind).toLowerCase()}`}</LinkButton>
}

/** Shows a record without floor work, such as a customer. */
export const FoundThing = ({ thing }: FoundProps) => (
  <FoundFrame thing={thing} name={thing.name} actions={<OpenAtDesk thing={thing} />} />
)
