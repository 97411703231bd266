import { hash } from 'node:crypto'

const keptMs = 60_000
const mostRemembered = 10_000

/** Until when, on the clock of `performance.now()`, these totals are known to be too many. */
const known = new Map<string, number>()

/**
 * What `count` finds, exactly up to `most`; anything more than that when there are more. What was found to
 * be more is not counted again for a minute: a long list stays long, and counting it takes longer than
 * its page. `question` is everything that decides the total, above all the platforms.
 */
export async function countOnce(
  most: number,
  question: unknown,
  count: () => Promise<number>,
): Promise<number> {
  const now = performance.now()
  const name = hash('sha256', JSON.stringify(question), 'base64')
  if ((known.get(name) ?? 0) > now) return most + 1
  known.delete(name)
  const found = await count()
  if (found > most) known.set(name, now + keptMs)
  if (known.size > mostRemembered) known.delete(known.keys().next().value ?? name)
  return found
}
