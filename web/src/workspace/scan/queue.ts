import { cleanScan } from '@stowage/contract/scan-text'
import type { Found } from '@stowage/contract/workspace/search'
import type { RefObject } from 'react'
import type { Choice } from './choices.ts'

/** A scanned code and what it turned out to be. */
export type Scan = { code: string; found: Found }

/** Answer to a scan: green, amber or red, in words, and how to take it back. */
export type Answer = {
  tone: 'ok' | 'warn' | 'bad'
  text: string
  undo?: () => unknown
  /** It waits on the device: the id it is sent with, and the words for when it is. */
  later?: { scanId: string; sent: string }
  /** A code that nothing has, which can be given to a product. */
  unknown?: string
  /** Possible matches of the code, one of which has to be chosen. */
  choices?: readonly Choice[]
  /** The page of what was scanned is opened, where the answer is to be read. */
  opens?: boolean
  /** The open page is at work with scans: the code is given over it, and nobody is led away. */
  isAtWork?: boolean
}

/** Handler of scans on a page. With undefined, the workspace opens the record instead. */
export type Take = (scan: Scan) => Answer | undefined | Promise<Answer | undefined>

export type Taker = {
  take: Take
  /** Answers what the page knows by itself, without asking what the code is; undefined for all else. */
  know?: ((code: string) => ReturnType<Take>) | undefined
  /** Told to the server with the code. */
  screen?: string | undefined
  /** Codes that nothing has are its business, such as new totes: they are not listed as exceptions. */
  takesUnknown?: boolean | undefined
  /** Also a code that comes again at once, as when each piece is scanned. */
  everyScanCounts?: boolean | undefined
  /** The page shows the answers it gives by itself: no band covers it. */
  showsAnswers?: boolean | undefined
  /** Where the focus rests between scans. */
  field?: RefObject<HTMLElement | null> | undefined
}

/** One scan of the list: under way, or answered. */
export type Line = {
  id: number
  code: string
  answer: Answer | undefined
  at: number
  /** The page that has answered it, if it was one; before that, the page it was scanned on. */
  by?: Taker | undefined
  /** The page has sent it: what it asked for is no longer to be done. */
  isSent?: true
}

/** A scanner held a moment too long reads the same code twice. */
const repeat = 400
const kept = 5

type LineOwner = Pick<Line, 'answer' | 'by'>
type PendingCode = { by: Taker | undefined; known: ReturnType<Take> }

type Work = {
  /** Looks up a code. Rejects if the server cannot answer. */
  resolve: (code: string, by: Taker | undefined, choice?: Choice) => Promise<Found>
  /** The page that wants scans now, if any. */
  taker: () => Taker | undefined
  /** Answers a scan that no page has taken. */
  otherwise: (scan: Scan) => Answer
  /** The answer to a scan that went wrong. */
  failed: (error: unknown) => Answer
  now: () => number
  onChange: (lines: readonly Line[]) => void
}

/** Answers scans in the order they came, one after the other; none is lost while one is under way. */
export function scanQueue({ resolve, taker, otherwise, failed, now, onChange }: Work) {
  let lines: readonly Line[] = []
  let busy = Promise.resolve()
  /** Scans that are not answered yet. */
  let underWay = 0
  let last = { code: '', at: -Infinity }
  let count = 0

  const set = (next: readonly Line[]) => onChange((lines = next.slice(0, kept)))

  /** Asks the open page whether it knows the code by itself. */
  const ask = (code: string): PendingCode => {
    const by = taker()
    try {
      return { by, known: by?.know?.(code) }
    } catch (error) {
      return { by: undefined, known: failed(error) }
    }
  }
  const answer = async (code: string, asked: PendingCode, choice?: Choice): Promise<LineOwner> => {
    const { by, known } = asked
    try {
      const given = await known
      if (given) return { answer: given, by }
      const scan = { code, found: await resolve(code, by, choice) }
      const undone = scan.found.kind === 'command' && scan.found.label === 'UNDO'
      // A page works in one warehouse; a location of another one is only told of.
      const taken = scan.found.isElsewhere ? undefined : await by?.take(scan)
      if (taken) return { answer: taken, by }
      return { answer: undone ? undo() : otherwise(scan), by: undefined }
    } catch (error) {
      return { answer: failed(error), by: undefined }
    }
  }
  /** Takes the last scan back that can be. */
  const undo = (): Answer => {
    const line = lines.find((one) => one.answer?.undo)
    if (!line?.answer?.undo) return { tone: 'warn', text: 'There is nothing to undo.' }
    const { undo: run } = line.answer
    set(lines.map((one) => (one === line ? final(one) : one)))
    void run()
    return { tone: 'ok', text: `Undone: ${line.answer.text}` }
  }
  return {
    undo,
    /**
     * Makes the scans taken by this page final, because they were sent or the page is gone. They cannot be
     * undone.
     */
    settle(page: Taker, isSent?: true) {
      set(
        lines.map((line) => {
          if (line.by !== page) return line
          return isSent && line.answer ? { ...final(line), isSent } : final(line)
        }),
      )
    },
    /** Answers a code; `choice` is what somebody has said it stands for. */
    scan(scanned: string, choice?: Choice) {
      const at = now()
      const code = cleanScan(scanned)
      const isRepeat = !choice && code === last.code && at - last.at < repeat
      last = { code, at }
      if (isRepeat && !taker()?.everyScanCounts) return
      const id = ++count
      // What the page knows is painted once, and not as under way before: a slow device takes 50 ms to paint.
      const asked = underWay === 0 ? ask(code) : undefined
      if (asked?.known && !(asked.known instanceof Promise)) {
        set([{ id, code, answer: asked.known, at, by: asked.by }, ...lines])
        return
      }
      set([{ id, code, answer: undefined, at, by: taker() }, ...lines])
      underWay += 1
      busy = busy.then(async () => {
        // A page that has just come is asked now.
        const given = await answer(code, asked?.by ? asked : ask(code), choice)
        underWay -= 1
        set(lines.map((line) => (line.id === id ? { ...line, ...given } : line)))
      })
    },
  }
}

/** A scan that can no longer be taken back. */
function final(line: Line): Line {
  if (!line.answer?.undo) return line
  const { undo: _, ...answer } = line.answer
  return { ...line, answer }
}
