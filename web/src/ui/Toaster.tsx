import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from './Button.tsx'
import { currentToasts, dismiss, onToasts, type Toast } from './toast.ts'

const lifetime = 10_000

function One({ toast, paused }: { toast: Toast; paused: boolean }) {
  useEffect(() => {
    if (paused) return
    const timer = setTimeout(() => dismiss(toast.id), lifetime)
    return () => clearTimeout(timer)
  }, [toast.id, paused])
  return (
    <li className="appear pointer-events-auto flex items-center gap-3 rounded-card border border-edge bg-surface py-2 ps-4 pe-2 text-sm text-text">
      <span className="grow">{toast.text}</span>
      {toast.action && (
        <Button
          onClick={() => {
            toast.action?.run()
            dismiss(toast.id)
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <Button look="quiet" onClick={() => dismiss(toast.id)}>
        Dismiss
      </Button>
    </li>
  )
}

/** Where toasts appear. Stands in the page from the first load, or readers would miss the first one. */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, currentToasts)
  const [paused, setPaused] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const jump = (event: KeyboardEvent) => {
      if (event.key === 'F8') list.current?.querySelector('button')?.focus()
    }
    window.addEventListener('keydown', jump)
    return () => window.removeEventListener('keydown', jump)
  }, [])
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-20 mx-auto max-w-md"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <ol ref={list} className="grid gap-2">
        {toasts.map((toast) => (
          <One key={toast.id} toast={toast} paused={paused} />
        ))}
      </ol>
    </div>
  )
}
