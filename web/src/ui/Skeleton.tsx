import type { ReactNode } from 'react'

/** A grey bar of the size of what comes; `className` gives width and height. */
export function Bar({ className }: { className: string }) {
  return <div aria-hidden className={`skeleton ${className}`} />
}

/** Wraps bars in the one status that says so in words. */
export function Skeleton({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">Loading</span>
      {children}
    </div>
  )
}
