import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { formatCount } from '../app/format.ts'
import { Button } from '../ui/Button.tsx'
import { offerText, selectedText, type Selection } from './selection.ts'

type Props = {
  selection: Selection
  /** Actions for all selected rows. They may be loaded once the first row is selected. */
  children: ReactNode
}

/** Shows the number of marked rows and their actions; empty while none are marked. */
export function SelectionBar({ selection, children }: Props) {
  const status = useRef<HTMLParagraphElement>(null)
  const counts = { ...selection, marked: selection.chosen.size }
  const words = selectedText(counts, formatCount)
  const offer = offerText(counts, formatCount)
  const wasMarked = useRef(false)
  useEffect(() => {
    // Whatever was pressed here has gone with the marks; reading goes on where they were told.
    if (wasMarked.current && words === '' && document.activeElement === document.body)
      status.current?.focus()
    wasMarked.current = words !== ''
  }, [words])
  return (
    <div
      className={
        // Out of the way while nothing is marked, but there for readers to be told from.
        words === ''
          ? 'sr-only'
          : 'badge flex flex-wrap items-center gap-3 rounded-card border border-transparent bg-accent-soft px-3 py-2 text-sm text-accent-ink'
      }
    >
      <p ref={status} role="status" tabIndex={-1}>
        {words}
      </p>
      {offer !== undefined && (
        <Button
          look="quiet"
          className="px-2!"
          onClick={() => {
            // The button goes with what it offers; what came of it takes the focus.
            status.current?.focus()
            selection.selectAll()
          }}
        >
          {offer}
        </Button>
      )}
      {words !== '' && (
        <>
          <Suspense>{children}</Suspense>
          <Button look="quiet" onClick={selection.clear}>
            Select none
          </Button>
        </>
      )}
    </div>
  )
}
