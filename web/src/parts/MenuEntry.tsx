import { useId, type ReactNode } from 'react'
import { entryClass } from '../ui/More.tsx'
import { Link } from './Link.tsx'

type Props = {
  /** Where it leads; a button otherwise. */
  href?: string
  onClick?: () => void
  /** Why it cannot be chosen; it stays there and says so. */
  why?: string | undefined
  /** Accessible name, if the visible text does not say what the entry is about. */
  label?: string
  children: ReactNode
}

/** One line of a More. */
export function MenuEntry({ href, onClick, why, label, children }: Props) {
  const id = useId()
  if (why !== undefined)
    return (
      <span className="grid">
        <button
          type="button"
          aria-disabled
          aria-describedby={id}
          aria-label={label}
          className={`${entryClass} cursor-not-allowed`}
          onClick={(event) => event.stopPropagation()}
        >
          {children}
        </button>
        <span id={id} className="max-w-64 px-3 pb-2 text-xs whitespace-normal text-muted">
          {why}
        </span>
      </span>
    )
  return href === undefined ? (
    <button type="button" aria-label={label} className={entryClass} onClick={onClick}>
      {children}
    </button>
  ) : (
    <Link href={href} aria-label={label} className={entryClass}>
      {children}
    </Link>
  )
}
