/** Letters in the shortest code that ends without Enter or Tab; fewer are a person. */
const shortest = 4
/** Letters in the shortest code that ends with Enter or Tab, such as a location `A1`. */
const shortestEnded = 2
/** So long nothing more comes before a code without Enter or Tab is over. */
export const silence = 80
/** So long the next piece of a code may take that a scanner known to send Enter has not ended. */
export const patience = 500
/** A code that was torn has at least so many letters for each piece; a person pauses more often. */
const perPiece = 3
/** Longer than any code; what goes on and on is a key held down. */
const longest = 500

/** The code of a scanner that has just ended, or undefined: a person typed. */
type Ended = string | undefined

export type ScanReader = {
  /** A letter at this time, in milliseconds; true inside what looks like a burst. */
  letter: (text: string, at: number) => boolean
  /** Enter or Tab: the code before it, if a scanner typed it. */
  end: (at: number) => Ended
  /** How long nothing has to come before a code without Enter is over, in milliseconds. */
  pause: () => number
  /** Nothing has come for `pause`: the code of a scanner that sends no Enter. */
  rest: () => Ended
  /** Something else was pressed: what came before is no code. */
  forget: () => void
}

/**
 * Tells the typing of a scanner from that of a person by its pace: a code is four letters or more
 * with less than `threshold` milliseconds between them in the mean, or two or more with an Enter as fast. Where the scanner is known to end
 * with Enter, a code that a busy computer tears is put together again, up to `patience` for a pause.
 * Knows no clock; it is told the time of each key.
 */
export function scanReader(threshold: () => number, sendsEnter: () => boolean): ScanReader {
  let letters = ''
  let count = 0
  let pieces = 0
  /** Milliseconds between the letters of the pieces, without the pauses that tear them. */
  let typing = 0
  let lastAt = 0
  /** True if the text before the last pause was already a code, which waits for its Enter. */
  let isWaiting = false

  const forget = () => {
    letters = ''
    count = 0
    pieces = 0
    typing = 0
    isWaiting = false
  }
  const pause = () => (sendsEnter() ? patience : silence)
  const isBurst = () =>
    count > pieces &&
    typing / (count - pieces) < threshold() &&
    (pieces === 1 || count >= perPiece * pieces)
  const isCode = (least = shortest) => count >= least && isBurst()
  const take = (least?: number): Ended => {
    const code = isCode(least) ? letters : undefined
    forget()
    return code
  }
  return {
    letter(text, at) {
      const gap = at - lastAt
      if (count > 0 && (gap >= pause() || count >= longest)) forget()
      if (count > 0 && gap < silence) typing += gap
      else {
        isWaiting = isCode()
        pieces += 1
      }
      letters += text
      count += 1
      lastAt = at
      return isWaiting || isBurst()
    },
    end: (at) => {
      const gap = at - lastAt
      // The Enter of a person comes late, even after a quick word.
      if (gap >= pause()) forget()
      return take(gap < threshold() ? shortestEnded : shortest)
    },
    pause,
    rest: () => take(),
    forget,
  }
}
