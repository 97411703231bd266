import type { ReactNode } from 'react'
import { Button, buttonClass, type ButtonLook } from '../ui/Button.tsx'
import { Link } from './Link.tsx'

type Props = {
  href: string
  look?: ButtonLook
  /** Why it leads nowhere now; it stays focusable and says so. */
  why?: string | undefined
  /** Accessible name, if the visible text does not say what the link is about. */
  label?: string
  /** As high as the row of a table. */
  small?: boolean
  children: ReactNode
}

/** A link that stands where a button would; refused it is one that cannot be pressed. */
export function LinkButton({ href, look = 'secondary', why, label, small, children }: Props) {
  const size = small ? 'min-h-8! px-2!' : ''
  if (why !== undefined)
    return (
      <Button look={look} why={why} aria-label={label} className={size}>
        {children}
      </Button>
    )
  return (
    <Link href={href} aria-label={label} className={`${buttonClass(look)} ${size}`}>
      {children}
    </Link>
  )
}
