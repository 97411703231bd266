import { Link } from '../../parts/Link.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { rowKey } from './row-keys.ts'

type Props = {
  name: string
  /** With what it is done to, for readers: `Move MUG from A-01`. */
  label: string
  href: string
  why: string | undefined
  /** Presses it in the row that has the focus. */
  keys?: string
}

/** Something to do with one pile, in its row. */
export function PileAction({ name, label, href, why, keys }: Props) {
  if (why !== undefined)
    return (
      <Button className="min-h-8! px-2!" why={why} aria-label={label}>
        {name}
      </Button>
    )
  return (
    <Link
      {...(keys !== undefined && rowKey(keys))}
      href={href}
      aria-label={label}
      className={`${buttonClass()} min-h-8! px-2!`}
    >
      {name}
    </Link>
  )
}
