import type { ReactNode } from 'react'

/** A native dialog; the button whose `data-opens` holds its id opens it. */
export function SiteDialog({
  id,
  title,
  wide = false,
  children,
}: {
  id: string
  title: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <dialog id={id} aria-labelledby={`${id}-title`} className={`dialog ${wide ? 'wide' : ''}`}>
      <div className="flex items-start justify-between gap-4">
        <h2 id={`${id}-title`} className="text-xl font-semibold">
          {title}
        </h2>
        <form method="dialog">
          <button className="button">Close</button>
        </form>
      </div>
      {children}
    </dialog>
  )
}
