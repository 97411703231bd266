import { useEffect, useRef, type ReactNode } from 'react'
import { formatCount } from '../app/format.ts'
import { Button } from '../ui/Button.tsx'
import { pageSizes, type PageReply } from './list.ts'
import { rowsText } from './rows-text.ts'

type Props = {
  /** Tells it from the pager of another list on the page. */
  name?: string
  /** Undefined until the first page has arrived. */
  reply: PageReply | undefined
  busy: boolean
  limit: number
  /** The place of the first row, counted from 1. */
  from: number
  onTurn: (cursor: string, by: number) => void
  onStart: () => void
  onCountAll: () => void
  onLimit: (size: number) => void
  /** Note on all rows, such as their order and time zone. */
  note?: ReactNode
}

/** The foot of a list read from a place in it: where one is, how long a page is, back and on. */
export function KeysetPager({ name = 'Pages', reply, busy, limit, from, note, ...on }: Props) {
  const status = useRef<HTMLParagraphElement>(null)
  const pressed = useRef<HTMLButtonElement>(undefined)
  const rows = reply?.items.length ?? 0

  // A disabled button cannot hold the focus: the count keeps it until the button works again.
  const act = (button: HTMLButtonElement, run: () => void) => {
    pressed.current = button
    status.current?.focus()
    run()
  }
  useEffect(() => {
    const button = pressed.current
    if (busy || !button) return
    pressed.current = undefined
    if (!button.disabled && document.activeElement === status.current) button.focus()
  }, [busy])

  const { previous = null, next = null, total = null, capped = false } = reply ?? {}
  return (
    <nav
      aria-label={name}
      className="bar flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 py-2 text-sm"
    >
      <p ref={status} role="status" tabIndex={-1}>
        {reply && rowsText({ from, rows, total, capped }, formatCount)}
      </p>
      {capped && (
        <Button look="quiet" className="px-2!" disabled={busy} onClick={on.onCountAll}>
          Count all
        </Button>
      )}
      {note && (
        <span aria-hidden className="text-muted">
          {note}
        </span>
      )}
      <label className="flex items-center gap-2">
        Rows per page
        <select
          className="control w-auto! small"
          value={limit}
          onChange={(event) => on.onLimit(Number(event.target.value))}
        >
          {(pageSizes.some((size) => size === limit) ? pageSizes : [limit, ...pageSizes]).map(
            (size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ),
          )}
        </select>
      </label>
      <div className="ms-auto flex flex-wrap gap-2">
        {from > 1 && (
          <Button disabled={busy} onClick={(event) => act(event.currentTarget, on.onStart)}>
            Go to start
          </Button>
        )}
        <Button
          disabled={busy || !reply}
          why={reply && previous === null ? 'This is the first page.' : undefined}
          onClick={(event) =>
            act(event.currentTarget, () => previous && on.onTurn(previous, -limit))
          }
        >
          Previous
        </Button>
        <Button
          disabled={busy || !reply}
          why={reply && next === null ? 'This is the last page.' : undefined}
          onClick={(event) => act(event.currentTarget, () => next && on.onTurn(next, rows))}
        >
          Next
        </Button>
      </div>
    </nav>
  )
}
