import { formatCount } from '../../app/format.ts'
import type { PageReply } from '../../parts/list.ts'
import { Button } from '../../ui/Button.tsx'

type Props = {
  /** Name of the list that is paged: 'Items', 'Places'. */
  name: string
  reply: PageReply
  /** As many as it shows at once. */
  limit: number
  /** The place of the first in the whole list, from 1. */
  from: number
  busy: boolean
  onTurn: (cursor: string, by: number) => void
}

/** Shows which part of a list the grid has, with buttons for the next and the previous part. */
export function GridPager({ name, reply, limit, from, busy, onTurn }: Props) {
  const { items, total, capped, next, previous } = reply
  const last = from + items.length - 1
  return (
    <nav aria-label={name} className="flex flex-wrap items-center gap-2 text-sm">
      <p className="tabular-nums">
        {`${name} ${formatCount(from)}-${formatCount(last)}`}
        {total !== null && ` of ${formatCount(Math.max(total, last))}${capped ? '+' : ''}`}
      </p>
      {(previous ?? next) !== null && (
        <>
          <Button
            why={previous === null ? 'This is the first page.' : undefined}
            busy={busy && 'Previous'}
            onClick={() => previous !== null && onTurn(previous, -limit)}
          >
            Previous
          </Button>
          <Button
            why={next === null ? 'This is the last page.' : undefined}
            busy={busy && 'Next'}
            onClick={() => next !== null && onTurn(next, items.length)}
          >
            Next
          </Button>
        </>
      )}
    </nav>
  )
}
