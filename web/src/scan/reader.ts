/** A scanner types at least so many letters; fewer are a person. */
const shortest = 4
/** So long nothing more comes before a code without Enter or Tab is over. */
export const silence = 80
/** Longer than any code; what goes on and on is a key held down. */
const longest = 500

/** The code of a scanner that has just ended, or undefined: a person typed. */
type Ended = string | undefined

export type ScanReader = {
  /** A letter at this time, in milliseconds; true inside what looks like a burst. */
  letter: (text: string, at: number) => boolean
  /** Enter or Tab: the code before it, if a scanner typed it. */
  end: (at: number) => Ended
  /** Nothing has come for `silence`: the code of a scanner that sends no Enter. */
  rest: () => Ended
  /** Something else was pressed: what came before is no code. */
  forget: () => void
}

/**
 * Tells the typing of a scanner from that of a person by its pace: a code is four letters or more
 * with less than `threshold` milliseconds between them in the mean. Knows no clock; it is told the
 * time of each key.
 */
export function scanReader(threshold: () => number): ScanReader {
  let letters = ''
  let count = 0
  let firstAt = 0
  let lastAt = 0

  const forget = () => {
    letters = ''
    count = 0
  }
  const isBurst = () => count > 1 && (lastAt - firstAt) / (count - 1) < threshold()
  const take = (): Ended => {
    const code = count >= shortest && isBurst() ? letters : undefined
    forget()
    return code
  }
  return {
    letter(text, at) {
      if (count > 0 && (at - lastAt >= silence || count >= longest)) forget()
      if (count === 0) firstAt = at
      letters += text
      count += 1
      lastAt = at
      return isBurst()
    },
    end: (at) => {
      // The Enter of a person comes late, even after a quick word.
      if (at - lastAt >= silence) forget()
      return take()
    },
    rest: take,
    forget,
  }
}
