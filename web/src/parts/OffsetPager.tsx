import { useEffect, useRef } from 'react'
import { Button } from '../ui/Button.tsx'

const sizes = [25, 50, 100]
/** No list is paged through further than this. */
const furthest = 100_000

type Props = {
  offset: number
  limit: number
  /** Undefined until known. */
  total: number | undefined
  /** There are more than `total`, how many is not known. */
  capped?: boolean | undefined
  /** How many rows are shown. */
  rows?: number | undefined
  busy: boolean
  onChange: (page: { offset: number; limit: number }) => void
}

/** The foot of a list: total, page size, one page back or on. */
export function OffsetPager(props: Props) {
  const { offset, limit, total, capped = false, rows = 0, busy, onChange } = props
  const atStart = offset === 0
  // Beyond what was counted a full page is the only sign of another one.
  const atEnd =
    total === undefined ||
    offset + limit > furthest ||
    (capped ? rows < limit : offset + limit >= total)
  const status = useRef<HTMLParagraphElement>(null)
  const pressed = useRef<HTMLButtonElement>(undefined)

  // A disabled button cannot hold the focus: the total keeps it until the button works again.
  const turn = (button: HTMLButtonElement, to: number) => {
    pressed.current = button
    status.current?.focus()
    onChange({ offset: to, limit })
  }
  useEffect(() => {
    const button = pressed.current
    if (busy || !button) return
    pressed.current = undefined
    if (!button.disabled && document.activeElement === status.current) button.focus()
  }, [busy])
  return (
    <nav
      aria-label="Pages"
      className="bar flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 py-2 text-sm"
    >
      <p ref={status} role="status" tabIndex={-1}>
        <span>{`${total ?? 0} total`}</span>
        {capped && <span>{' and more: no further is counted'}</span>}
        {rows > 0 && (
          <span className="text-muted">{` (rows ${offset + 1} to ${offset + rows})`}</span>
        )}
      </p>
      <label className="flex items-center gap-2">
        Rows per page
        <select
          className="control w-auto! small"
          value={limit}
          onChange={(event) => onChange({ offset: 0, limit: Number(event.target.value) })}
        >
          {(sizes.includes(limit) ? sizes : [limit, ...sizes]).map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <div className="ms-auto flex gap-2">
        <Button
          disabled={busy || atStart}
          onClick={(event) => turn(event.currentTarget, Math.max(0, offset - limit))}
        >
          Prev
        </Button>
        <Button
          disabled={busy || atEnd}
          onClick={(event) => turn(event.currentTarget, offset + limit)}
        >
          Next
        </Button>
      </div>
    </nav>
  )
}
