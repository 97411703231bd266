/** A scanner types faster than any hand: a letter that soon after another is part of a code. */
let scanGap = 50

/** For a device whose scanner is slower. */
export function waitForScanner(milliseconds: number) {
  scanGap = milliseconds
}

/** This long nothing more must come before a code is over. */
const scanRest = 80
/** Milliseconds the first letter of two waits for the second. */
const patience = 1_500

type Reader = {
  /** Checks whether a command is bound to these keys. */
  knows: (keys: string) => boolean
  /** Checks whether this key starts a two-key sequence. */
  begins: (first: string) => boolean
  fire: (keys: string) => void
}

/**
 * Makes keys out of letters: 'n', or 'g d' for one after the other. Give it every letter pressed
 * outside fields and the time in milliseconds; true when the letter means something. It fires a
 * moment later, and not at all when a scanner turns out to be typing. A letter that something else
 * has taken is given as '': it means nothing, and ends what came before it.
 */
export function keyReader({ knows, begins, fire }: Reader) {
  let last = -Infinity
  let isScan = false
  let first = ''
  let firstAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending: (() => void) | undefined
  const settle = () => {
    pending?.()
    pending = undefined
  }

  return (letter: string, at: number): boolean => {
    clearTimeout(timer)
    isScan = at - last < (isScan ? scanRest : scanGap)
    last = at
    if (isScan) {
      pending = undefined
      first = ''
      return false
    }
    // A page that is busy may hand over the next letter before the timer of this one.
    settle()
    const pair = `${first} ${letter}`
    const isPair = first !== '' && at - firstAt < patience && knows(pair)
    const keys = isPair ? pair : letter
    first = ''
    const isFirst = !isPair && begins(letter)
    if (!isFirst && !knows(keys)) return false
    pending = () => {
      if (isFirst) {
        first = letter
        firstAt = at
      } else fire(keys)
    }
    timer = setTimeout(settle, scanGap)
    return true
  }
}
