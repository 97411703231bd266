import type { ReactNode } from 'react'
import { Button, buttonClass, type ButtonLook } from '../ui/Button.tsx'
import { Link } from './Link.tsx'

type Props = {
  href: string
  look?: ButtonLook
  /** Why it leads nowhere now; it stays focusable and says so. */
  why?: string | undefined
  children: ReactNode
}

/** A link that stands where a button would; refused it is one that cannot be pressed. */
export function LinkButton({ href, look = 'secondary', why, children }: Props) {
  if (why !== undefined)
    return (
      <Button look={look} why={why}>
        {children}
      </Button>
    )
  return (
    <Link href={href} className={buttonClass(look)}>
      {children}
    </Link>
  )
}
