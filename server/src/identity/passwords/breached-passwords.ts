import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'

const patienceMs = 800
const quietMs = 60_000
let quietUntil = -Infinity

/**
 * Whether Have I Been Pwned knows this password, asked by the first five digits of its SHA-1, so
 * that nobody learns which one was meant. False when it does not answer in time: registering must
 * not depend on somebody else's server.
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

/** How often a suffix was seen; lines that only pad the answer say 0. */
function countOf(lines: string, suffix: string): number {
  const line = lines.split(/\r?\n/).find((each) => each.toUpperCase().startsWith(`${suffix}:`))
  return Number(line?.slice(suffix.length + 1) ?? 0)
}

/** One line a minute, however many people choose a password. */
function report(log: Context['log'], error: unknown) {
  const now = performance.now()
  if (now < quietUntil) return
  quietUntil = now + quietMs
  log.warn(
    { err: error },
    'Breached passwords could not be looked up; new passwords are let through',
  )
}
