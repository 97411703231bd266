import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { Take, Taker } from './queue.ts'

const takers: Taker[] = []

/** The page that wants scans now: of several, the one that came last. */
export const currentTaker = () => takers.at(-1)

type Options = {
  /** Answers a code without asking what it is, also where there is no connection. */
  know?: (code: string) => ReturnType<Take>
  /** Activity of the page, sent to the server with the code: 'receive', 'move'. */
  screen?: string
  /** Codes that nothing has are its business, such as new totes: they are not listed as exceptions. */
  takesUnknown?: boolean
  /** Also a code that comes again at once, as when each piece is scanned. */
  everyScanCounts?: boolean
  /** The page shows the answers it gives by itself: no band covers it. */
  showsAnswers?: boolean
  /** Gets the focus back after what a scan has opened. */
  field?: RefObject<HTMLElement | null>
}

/**
 * Gives the scans of the workspace to this page while it is open: `take` is handed the code and what
 * the server says it is, and answers in words that the band shows. Undefined leaves the scan to the
 * workspace, which opens what was scanned. Scans come one after the other. What is returned is called
 * once the page has sent what was scanned: from then on, as when it closes, no scan of it can be taken back.
 */
export function useScan(
  take: Take,
  { know, screen, takesUnknown, everyScanCounts, showsAnswers, field }: Options = {},
): () => void {
  const latest = useRef({ take, know })
  const own = useRef<Taker>(undefined)
  useLayoutEffect(() => {
    latest.current = { take, know }
  })
  const settle = useCallback(() => {
    if (own.current) hearer?.settle(own.current, true)
  }, [])
  useEffect(() => {
    const taker: Taker = {
      take: (scan) => latest.current.take(scan),
      know: (code) => latest.current.know?.(code),
      screen,
      takesUnknown,
      everyScanCounts,
      showsAnswers,
      field,
    }
    own.current = taker
    takers.push(taker)
    return () => {
      takers.splice(takers.indexOf(taker), 1)
      hearer?.settle(taker)
    }
  }, [screen, takesUnknown, everyScanCounts, showsAnswers, field])
  return settle
}

/** Receiver of scans. `settle` makes those taken by a page final. */
type Hearer = { scan: (code: string) => void; settle: (taker: Taker, isSent?: true) => void }
let hearer: Hearer | undefined

/** Hears what does not come from the keyboard; returns how to stop. */
export function hear(next: Hearer): () => void {
  hearer = next
  return () => {
    if (hearer === next) hearer = undefined
  }
}

/** A code read by the camera or typed into a field: answered like one from a scanner. */
export const scanCode = (code: string) => hearer?.scan(code)
