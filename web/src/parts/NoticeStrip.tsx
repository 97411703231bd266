import { Info, TriangleAlert, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'

export type StripNotice = {
  key: string
  kind: 'info' | 'warn'
  /** One line, with what can be done about it. */
  content: ReactNode
  onDismiss?: () => void
}

const kinds = {
  info: { icon: Info, look: 'bg-accent-soft text-accent-ink' },
  warn: { icon: TriangleAlert, look: 'bg-warn-soft text-warn-ink' },
} as const

/** One line above every page: the most urgent notice. The others wait behind their number. */
export function NoticeStrip({ notices }: { notices: readonly StripNotice[] }) {
  const [isOpen, setOpen] = useState(false)
  const [first, ...others] = notices
  if (!first) return null
  const count = others.length
  return (
    <section aria-label="Notices">
      <Line {...first}>
        {count > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            className="min-h-6 shrink-0 px-1 underline underline-offset-3 pointer-coarse:min-h-11"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Show one' : `${count} more`}
          </button>
        )}
      </Line>
      {isOpen && others.map(({ key, ...notice }) => <Line key={key} {...notice} />)}
    </section>
  )
}

type LineProps = Omit<StripNotice, 'key'> & { children?: ReactNode }

function Line({ kind, content, onDismiss, children }: LineProps) {
  const { icon: Icon, look } = kinds[kind]
  return (
    <div
      className={`box bar flex min-h-8 items-center gap-x-3 border-y border-transparent px-4 text-[13px] ${look}`}
    >
      <Icon aria-hidden size={16} className="shrink-0" />
      <div className="min-w-0 grow">{content}</div>
      {children}
      {onDismiss && (
        <button
          type="button"
          aria-label="Dismiss"
          className="grid size-6 shrink-0 place-items-center rounded-control hover:bg-hover pointer-coarse:size-11"
          onClick={onDismiss}
        >
          <X aria-hidden size={14} />
        </button>
      )}
    </div>
  )
}
