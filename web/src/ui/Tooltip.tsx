import { useEffect, useRef, useState, type ReactNode } from 'react'
import { rightEdge } from './place-beside.ts'

type Props = {
  text: string
  /** Its keys, behind the words. */
  keys?: ReactNode
  /** Give it to `aria-describedby` of the child where the text is not already its name. */
  id?: string
  side?: 'above' | 'beside'
  children: ReactNode
}

const gap = 6

function place(tip: HTMLElement, anchor: Element, side: 'above' | 'beside') {
  const at = anchor.getBoundingClientRect()
  const { width, height } = tip.getBoundingClientRect()
  const beside = side === 'beside'
  const above = at.top - height - gap
  const left = beside ? at.right + gap : at.left + at.width / 2 - width / 2
  const top = beside ? at.top + at.height / 2 - height / 2 : above < 0 ? at.bottom + gap : above
  tip.style.left = `${Math.max(gap, Math.min(left, rightEdge() - width - gap))}px`
  tip.style.top = `${Math.max(gap, top)}px`
}

/** Closes the one that is shown. Focus and the pointer may rest on different things at once. */
let closeShown: (() => void) | undefined

/** Words on hover and focus, one at a time; Escape hides them, and the pointer may move onto them. */
export function Tooltip({ text, keys, id, side = 'above', children }: Props) {
  const [open, setOpen] = useState(false)
  const wrapper = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = () => {
    clearTimeout(leaving.current)
    setOpen(true)
  }
  const hide = () => {
    leaving.current = setTimeout(() => setOpen(false), 120)
  }

  useEffect(() => {
    const anchor = wrapper.current?.firstElementChild
    if (!open || !tip.current || !anchor) return
    const shown = tip.current
    const closeThis = () => {
      // At once: two must not stand there until this is drawn anew.
      shown.hidePopover()
      setOpen(false)
    }
    closeShown?.()
    closeShown = closeThis
    shown.showPopover()
    place(shown, anchor, side)
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    const leave = ({ target }: PointerEvent) => {
      if (!wrapper.current?.contains(target as Node)) setOpen(false)
    }
    document.addEventListener('keydown', close)
    document.addEventListener('pointerdown', leave)
    return () => {
      document.removeEventListener('keydown', close)
      document.removeEventListener('pointerdown', leave)
      if (closeShown === closeThis) closeShown = undefined
      if (shown.isConnected) shown.hidePopover()
    }
  }, [open, side])
  useEffect(() => () => clearTimeout(leaving.current), [])

  return (
    <span
      ref={wrapper}
      className="contents"
      onPointerEnter={show}
      // A finger leaves as soon as it is lifted: what it has touched says so until it touches something else.
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && hide()}
      onFocus={show}
      onBlur={() => setOpen(false)}
    >
      {children}
      {(open || id) && (
        <span
          ref={tip}
          id={id}
          role="tooltip"
          popover="manual"
          className="fixed m-0 max-w-72 rounded-control border border-edge bg-surface px-2.5 py-1.5 text-sm text-text"
        >
          {text}
          {keys && <span className="ms-2">{keys}</span>}
        </span>
      )}
    </span>
  )
}
