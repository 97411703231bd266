import type { ReactNode } from 'react'

/** Shows the labeled values of a record. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="card grid gap-x-8 gap-y-2 p-4 text-sm sm:grid-cols-[auto_1fr] lg:grid-cols-[auto_1fr_auto_1fr]">
      {children}
    </dl>
  )
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted max-sm:-mb-1.5">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
