import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../ui/Button.tsx'
import { currentToasts, dismiss, onToasts, type Toast } from '../ui/toast.ts'
import { useCommands } from './keys.ts'

/** Milliseconds a toast stays: less if it only reports, and still less once somebody has clicked or typed on. */
const stay = { action: 10_000, report: 5_000, passed: 2_000 }

type OneProps = { toast: Toast; isPaused: boolean; onClose: () => void }

function One({ toast, isPaused, onClose }: OneProps) {
  const [shownAt] = useState(() => performance.now())
  const [hasGoneOn, setHasGoneOn] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const age = performance.now() - shownAt
    const usual = toast.action ? stay.action : stay.report
    const timer = setTimeout(() => dismiss(toast.id), hasGoneOn ? stay.passed - age : usual)
    return () => clearTimeout(timer)
  }, [toast, isPaused, hasGoneOn, shownAt])
  useEffect(() => {
    if (toast.action) return
    // The click that led to this toast may still be on its way.
    const goOn = ({ timeStamp }: Event) => timeStamp > shownAt && setHasGoneOn(true)
    document.addEventListener('click', goOn)
    document.addEventListener('input', goOn)
    return () => {
      document.removeEventListener('click', goOn)
      document.removeEventListener('input', goOn)
    }
  }, [toast.action, shownAt])
  return (
    <li className="appear pointer-events-auto flex items-center gap-3 rounded-card border border-edge bg-surface py-1 ps-4 pe-2 text-sm text-text">
      <span className="grow wrap-anywhere">{toast.text}</span>
      {toast.action && (
        <Button
          onClick={() => {
            onClose()
            toast.action?.run()
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <Button look="quiet" onClick={onClose}>
        Dismiss
      </Button>
    </li>
  )
}

/**
 * Shows toasts over the middle of the header, or below it on a phone. At the bottom they would cover the buttons of
 * forms and dialogs. Stands in the page from the first load, or readers would miss the first one.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, currentToasts)
  const [isPointed, setIsPointed] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  /** Where the focus was before it came here. */
  const before = useRef<HTMLElement>(undefined)

  const enter = () => list.current?.querySelector('button')?.focus()
  useCommands(
    toasts.length > 0
      ? [
          {
            name: 'Reach the message',
            section: 'Everywhere',
            keys: 'F8',
            keysOnly: true,
            everywhere: true,
            run: enter,
          },
        ]
      : [],
  )
  /** The focus goes back when it stands on what goes away. */
  const close = (id: number) => {
    const isHere = list.current?.contains(document.activeElement)
    // What is removed under pointer or focus does not always say that they left.
    setIsPointed(false)
    setIsFocused(false)
    dismiss(id)
    if (!isHere) return
    const back = before.current?.isConnected ? before.current : document.querySelector('h1')
    back?.focus()
  }
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-14 z-20 mx-auto max-w-md lg:top-0"
      onPointerEnter={() => setIsPointed(true)}
      onPointerLeave={() => setIsPointed(false)}
      onFocus={({ relatedTarget: from }) => {
        setIsFocused(true)
        if (from instanceof HTMLElement && !list.current?.contains(from)) before.current = from
      }}
      onBlur={() => setIsFocused(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') before.current?.focus()
      }}
    >
      <ol ref={list} className="grid gap-2">
        {toasts.map((toast) => (
          <One
            key={toast.id}
            toast={toast}
            isPaused={isPointed || isFocused}
            onClose={() => close(toast.id)}
          />
        ))}
      </ol>
    </div>
  )
}
