import { useEffect, useRef } from 'react'
import { Button } from '../ui/Button.tsx'

const sizes = [25, 50, 100]

type Props = {
  offset: number
  limit: number
  /** Undefined until known. */
  total: number | undefined
  busy: boolean
  onChange: (page: { offset: number; limit: number }) => void
}

/** The foot of a list that knows its exact length: total, page size, one page back or on. */
export function OffsetPager({ offset, limit, total, busy, onChange }: Props) {
  const atStart = offset === 0
  const atEnd = total === undefined || offset + limit >= total
  const shown = total === undefined ? 0 : Math.min(offset + limit, total)
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
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p ref={status} role="status" tabIndex={-1}>
        <span>{`${total ?? 0} total`}</span>
        {total !== undefined && total > 0 && (
          <span className="text-muted">{` (rows ${offset + 1} to ${shown})`}</span>
        )}
      </p>
      <label className="flex items-center gap-2">
        Rows per page
        <select
          className="control w-auto! text-sm!"
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
