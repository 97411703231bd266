import type { WarehousePermission } from '@stowage/contract/member-permissions'
import { EmptyState } from '../parts/EmptyState.tsx'
import { refusalOf } from './rights.ts'

/** Instead of what the member may not see: that it is so, and who can change it. */
export function NoRight({ needs }: { needs: WarehousePermission }) {
  return <EmptyState title="You don’t have access to this page">{refusalOf(needs)}</EmptyState>
}
