/** Longer than this, and nobody tries all of them. */
const recommended = 15

export type Score = 0 | 1 | 2 | 3 | 4

const words = [
  'Very easy to guess',
  'Easy to guess',
  'Could be stronger',
  'Good',
  'Strong',
] as const

/** Returns the verdict on how hard a password is to guess, and advice to improve it. */
export function adviceOn(password: string, score: Score): { verdict: string; advice: string } {
  const isShort = [...password].length < recommended
  const advice = isShort
    ? `We recommend ${recommended} characters or more.`
    : score < 3
      ? 'Use words that do not belong together.'
      : ''
  // Short ones are tried one after the other, however odd they look.
  return { verdict: words[isShort && score === 4 ? 3 : score], advice }
}
