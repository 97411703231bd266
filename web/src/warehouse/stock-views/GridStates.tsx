import { EmptyState } from '../../parts/EmptyState.tsx'
import { Button } from '../../ui/Button.tsx'
import { Bar, Skeleton } from '../../ui/Skeleton.tsx'

export function GridSkeleton() {
  return (
    <Skeleton className="card grid gap-px p-2">
      {Array.from({ length: 10 }, (_, i) => (
        <Bar key={i} className="h-10 w-full" />
      ))}
    </Skeleton>
  )
}

type Props = {
  isNarrowed: boolean
  isAll: boolean
  onFilter: (part: Record<string, string | undefined>) => void
}

/** A grid without a row or a column, and how to get some. */
export function GridEmpty({ isNarrowed, isAll, onFilter }: Props) {
  return (
    <EmptyState
      title={isNarrowed ? 'Nothing matches' : 'No stock here'}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {isNarrowed && (
            <Button
              onClick={() =>
                onFilter({ q: undefined, zone: undefined, place: undefined, category: undefined })
              }
            >
              Clear filters
            </Button>
          )}
          {!isAll && (
            <Button onClick={() => onFilter({ show: 'all' })}>Show all items and locations</Button>
          )}
        </div>
      }
    >
      Only items in stock are shown.
    </EmptyState>
  )
}
