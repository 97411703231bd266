import type { ReactNode } from 'react'
import { formatCount } from '../format.ts'
import { Button } from '../ui/Button.tsx'
import type { Selection } from './selection.ts'

type Props = {
  selection: Selection
  /** What can be done with all of them. */
  children: ReactNode
}

/** How many rows are marked and what can be done with them; there only while some are. */
export function SelectionBar({ selection, children }: Props) {
  const { chosen, outside, clear } = selection
  return (
    <div
      className={
        // Out of the way while nothing is marked, but there for readers to be told from.
        chosen.size === 0
          ? 'sr-only'
          : 'badge flex flex-wrap items-center gap-3 rounded-card border border-transparent bg-accent-soft px-3 py-2 text-sm text-accent-ink'
      }
    >
      <p role="status">{chosen.size > 0 && wordsOf(chosen.size, outside)}</p>
      {chosen.size > 0 && (
        <>
          {children}
          <Button look="quiet" onClick={clear}>
            Select none
          </Button>
        </>
      )}
    </div>
  )
}

function wordsOf(count: number, outside: number): string {
  const selected = `${formatCount(count)} selected`
  return outside > 0 ? `${selected}, ${formatCount(outside)} on other pages` : selected
}
