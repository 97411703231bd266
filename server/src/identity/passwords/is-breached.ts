import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'

const patienceMs = 800
const quietMs = 60_000
let quietUntil = -Infinity

/**
 * Returns whether Have I Been Pwned knows this password. Only the first five digits of its SHA-1
 * are sent. Returns false if the service does not answer in time, because registering must not
 * depend on it.
 */
export async function isBreached(
  { log }: Pick<Context, 'log'>,
  password: string,
  baseUrl: string,
): Promise<boolean> {
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const answer = await fetch(`${baseUrl}/range/${digest.slice(0, 5)}`, {
      headers: { 'add-padding': 'true', 'user-agent': 'Stowage' },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!answer.ok) throw new Error(`it answered ${answer.status}`)
    return countOf(await answer.text(), digest.slice(5)) > 0
  } catch (error) {
    report(log, error)
    return false
  }
}

/** Returns how often a suffix was seen. Padding lines have a count of 0. */
function countOf(lines: string, suffix: string): number {
  const line = lines.split(/\r?\n/).find((each) => each.toUpperCase().startsWith(`${suffix}:`))
  return Number(line?.slice(suffix.length + 1) ?? 0)
}

/** Logs at most one line a minute. */
function report(log: Context['log'], error: unknown) {
  const now = performance.now()
  if (now < quietUntil) return
  quietUntil = now + quietMs
  log.warn(
    { err: error },
    'Breached passwords could not be looked up; new passwords are let through',
  )
}
