import { CircleAlert, CircleCheck, Clock, Info, Minus } from 'lucide-react'
import type { ReactNode } from 'react'

const states = {
  ok: { icon: CircleCheck, look: 'bg-ok-soft text-ok-ink' },
  warn: { icon: Clock, look: 'bg-warn-soft text-warn-ink' },
  bad: { icon: CircleAlert, look: 'bg-bad-soft text-bad-ink' },
  info: { icon: Info, look: 'bg-accent-soft text-accent-ink' },
  none: { icon: Minus, look: 'bg-hover text-muted' },
} as const

/** Label and look of a state. */
export type StateWord = { word: string; look: keyof typeof states }

/** A state in three ways at once: colour, icon and word. */
export function StateBadge({
  state,
  children,
}: {
  state: keyof typeof states
  children: ReactNode
}) {
  const { icon: Icon, look } = states[state]
  return (
    <span
      className={`badge inline-flex items-center gap-1 rounded-full border border-transparent px-2 py-0.5 text-xs font-medium whitespace-nowrap ${look}`}
    >
      <Icon aria-hidden size={14} />
      {children}
    </span>
  )
}
