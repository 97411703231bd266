import { ArrowLeft, ArrowRight, GripVertical } from 'lucide-react'
import { useRef, useState, type PointerEvent } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { moved } from './arranging.ts'

const small =
  'min-h-8! px-2! disabled:border-transparent! disabled:bg-transparent! pointer-coarse:min-h-11!'

type Props = {
  order: readonly string[]
  hidden: readonly string[]
  /** Columns that do not fit at the moment. */
  noRoom: readonly string[]
  onOrder: (order: string[]) => void
  onShow: (name: string, isShown: boolean) => void
}

/** Columns one below the other, to be dragged, moved by a press, and ticked. */
export function ColumnOrder({ order, hidden, noRoom, onOrder, onShow }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [held, setHeld] = useState<string>()
  const [notice, setNotice] = useState('')
  const put = (name: string, to: number) => {
    onOrder(moved(order, order.indexOf(name), to))
    setNotice(`${name} is now column ${to + 2} of ${order.length + 1}`)
  }
  const step = (name: string, by: -1 | 1) => {
    const to = order.indexOf(name) + by
    flushSync(() => put(name, to))
    // A button whose row has moved loses the focus; at the end the other one takes it.
    const row = list.current?.children[to]
    const own = row?.querySelector<HTMLButtonElement>(`[data-by="${by}"]:enabled`)
    ;(own ?? row?.querySelector<HTMLButtonElement>('[data-by]:enabled'))?.focus()
  }
  const drag = ({ clientY }: PointerEvent) => {
    if (held === undefined) return
    const rows = [...(list.current?.children ?? [])]
    const over = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return clientY >= top && clientY < bottom
    })
    if (over >= 0 && over !== order.indexOf(held)) put(held, over)
  }
  const drop = () => setHeld(undefined)
  return (
    <>
      <ul
        ref={list}
        role="list"
        aria-label="Columns after the first"
        className="grid rounded-card border border-line"
        onPointerMove={drag}
        onPointerUp={drop}
        onLostPointerCapture={drop}
      >
        {order.map((name, at) => (
          <li
            key={name}
            className={`flex items-center gap-1 border-b border-line px-2 py-1 last:border-0 ${held === name ? 'bg-accent-soft' : ''}`}
          >
            <span
              aria-hidden
              className="grid size-8 shrink-0 cursor-grab touch-none place-items-center text-muted select-none active:cursor-grabbing pointer-coarse:size-11"
              onPointerDown={({ pointerId, button }) => {
                if (button !== 0) return
                // The list holds on to the pointer: the row itself moves about.
                list.current?.setPointerCapture(pointerId)
                setHeld(name)
              }}
            >
              <GripVertical size={16} />
            </span>
            <Checkbox
              className="grow"
              checked={!hidden.includes(name)}
              onChange={({ target }) => onShow(name, target.checked)}
            >
              {name}
              {noRoom.includes(name) && !hidden.includes(name) && (
                <span className="text-muted"> hidden: no room</span>
              )}
            </Checkbox>
            {([-1, 1] as const).map((by) => (
              <Button
                key={by}
                data-by={by}
                look="quiet"
                className={small}
                aria-label={`Move ${name} ${by < 0 ? 'left' : 'right'}`}
                disabled={order[at + by] === undefined}
                onClick={() => step(name, by)}
              >
                {by < 0 ? (
                  <ArrowLeft aria-hidden size={16} />
                ) : (
                  <ArrowRight aria-hidden size={16} />
                )}
              </Button>
            ))}
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {notice}
      </p>
    </>
  )
}
