import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

const kinds = {
  ok: { icon: CircleCheck, look: 'bg-ok-soft text-ok-ink' },
  info: { icon: Info, look: 'bg-accent-soft text-accent-ink' },
  warn: { icon: TriangleAlert, look: 'bg-warn-soft text-warn-ink' },
} as const

type Props = {
  kind: keyof typeof kinds
  children: ReactNode
  /** Announced when it appears; leave out for what stands there from the start. */
  live?: boolean
  ref?: Ref<HTMLDivElement>
}

/** A box of words in place: a success, a fact, a warning. Failures use ErrorBox. */
export function Notice({ kind, children, live = false, ref }: Props) {
  const { icon: Icon, look } = kinds[kind]
  return (
    <div
      ref={ref}
      {...(live && { role: 'status' })}
      tabIndex={-1}
      className={`box flex items-start gap-3 sm:has-[button]:items-center rounded-control border border-transparent px-4 py-3 text-sm ${look}`}
    >
      <Icon aria-hidden size={18} className="mt-px shrink-0" />
      <div className="grid min-w-0 gap-1">{children}</div>
    </div>
  )
}
