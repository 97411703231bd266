import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Take, Taker } from './queue.ts'

const takers: Taker[] = []

/** The page that wants scans now: of several, the one that came last. */
export const currentTaker = () => takers.at(-1)

type Options = {
  /** What the page does, told to the server with the code: 'receive', 'move'. */
  screen?: string
  /** Also a code that comes again at once, as when each piece is scanned. */
  everyScanCounts?: boolean
}

/**
 * Gives the scans of the workspace to this page while it is open: `take` is handed the code and what
 * the server says it is, and answers in words that the band shows. Undefined leaves the scan to the
 * workspace, which opens what was scanned. Scans come one after the other.
 */
export function useScan(take: Take, { screen, everyScanCounts }: Options = {}) {
  const latest = useRef(take)
  useLayoutEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const taker: Taker = { take: (scan) => latest.current(scan), screen, everyScanCounts }
    takers.push(taker)
    return () => void takers.splice(takers.indexOf(taker), 1)
  }, [screen, everyScanCounts])
}

let submit: ((code: string) => void) | undefined

/** Takes codes that come from elsewhere than the keyboard; returns how to stop. */
export function takeTypedCodes(take: (code: string) => void): () => void {
  submit = take
  return () => {
    if (submit === take) submit = undefined
  }
}

/** A code read by the camera or typed into a field: answered like one from a scanner. */
export const scanCode = (code: string) => submit?.(code)
