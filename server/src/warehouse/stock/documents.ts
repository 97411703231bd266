import { fail } from '../../errors.ts'

/* What the documents of the stock, receipts and adjustments, have in common. */

/** Fails with `invalid_transition` for a step the document cannot take, and says which ones it can. */
export function requireStep<State extends string>(
  type: string,
  steps: Record<State, readonly State[]>,
  from: State,
  to: State,
): void {
  const allowed = steps[from]
  if (!allowed.includes(to)) fail('invalid_transition', { blockers: [{ type, from, to, allowed }] })
}

export function requireVersion(before: { version: number }, version: number): void {
  if (before.version !== version) fail('version_conflict', { currentVersion: before.version })
}

/** What the tables refuse when somebody else was faster than the look at what is there. */
const overtaken = new Set(['bucket_sane', 'entry_sane', 'level_sane', 'no_oversell'])
const looks = 3

/**
 * Runs a transaction that looks at the stock before it posts. When others changed it in between, it
 * looks again, so that the refusal can say what is in the way.
 */
export async function lookAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let look = 1; ; look++)
    try {
      return await work()
    } catch (error) {
      const { constraint } = error as { constraint?: unknown }
      if (look === looks || typeof constraint !== 'string' || !overtaken.has(constraint))
        throw error
    }
}
