import { EmptyState } from '../parts/EmptyState.tsx'
import { useCan, type Guarded } from './rights.ts'

/** Instead of what a read would show, which the member may not see: that it is so, and who can change it. */
export function NoRight({ of }: { of: Guarded }) {
  const { whyRight } = useCan()
  return <EmptyState title="You don’t have access to this page">{whyRight(of.allow)}</EmptyState>
}
