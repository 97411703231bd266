import { EmptyState } from '../parts/EmptyState.tsx'
import { useCan, type Guarded } from './rights.ts'

type Props = {
  of: Guarded
  /** Plural noun of the rows where the page itself may be opened. */
  rows?: string | undefined
}

/** Shows that the member may not see what a read would return, and who can change that. */
export function NoRight({ of, rows }: Props) {
  const { whyRight } = useCan()
  return (
    <EmptyState
      title={
        rows ? `You don’t have permission to see ${rows}` : 'You don’t have access to this page'
      }
    >
      {whyRight(of.allow)}
    </EmptyState>
  )
}
