import { EmptyState } from '../parts/EmptyState.tsx'
import { refusalOf, type Guarded } from './rights.ts'

/** Instead of what a read would show, which the member may not see: that it is so, and who can change it. */
export function NoRight({ of }: { of: Guarded }) {
  return <EmptyState title="You don’t have access to this page">{refusalOf(of)}</EmptyState>
}
