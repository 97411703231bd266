import { blockers } from '@stowage/contract/blockers'
import { fail } from '../errors.ts'
import type { Db } from './connect.ts'
import { blockersOf, codeOfConstraint } from './constraints.ts'

/**
 * Returns the row that has the key of this unique constraint, if the member may see it. Of its columns the refusal
 * tells those that it declares.
 */
type FindOwner = (db: Db, constraint: string) => Promise<object | undefined>

/** Throws `duplicate_key` with the row that has the key. Returns for any other error. */
export async function explainUniqueViolation(
  db: Db,
  error: unknown,
  findOwner: FindOwner,
): Promise<void> {
  const [blocker] = codeOfConstraint(error) === 'duplicate_key' ? blockersOf(error) : []
  if (!blocker) return
  const { constraint } = error as { constraint: string }
  const owner = await findOwner(db, constraint)
  const found = blockers.duplicate_key.strip().parse({ ...blocker, ...owner })
  fail('duplicate_key', { blockers: [found] })
}

type Reader = { read: <T>(work: (db: Db) => Promise<T>) => Promise<T> }

/** Runs a transaction that writes a unique key. `duplicate_key` names the row that has it. */
export async function namingDuplicates<T>(
  { read }: Reader,
  findOwner: FindOwner,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (codeOfConstraint(error) === 'duplicate_key')
      await read((db) => explainUniqueViolation(db, error, findOwner))
    throw error
  }
}
