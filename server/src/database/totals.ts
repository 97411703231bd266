import { hash } from 'node:crypto'

const keptMs = 60_000
const mostRemembered = 10_000

/** Time of `performance.now()` until which a total is known to exceed its limit. */
const known = new Map<string, number>()

/**
 * Returns the result of `count`, exact up to `most`. A total above that is not counted again for a
 * minute, because counting takes longer than reading the page. `question` must contain everything
 * that determines the total, including the platforms.
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
