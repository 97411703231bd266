import type { Db } from '../database/connect.ts'
import { blockersOf, codeOfConstraint } from '../database/constraints.ts'
import { fail } from '../errors.ts'

/** What has the key already that this constraint lets only one have, if the member may see it. */
type FindOwner = (db: Db, constraint: string) => Promise<object | undefined>

/** Throws `duplicate_key` with the one that has the key; returns when something else was refused. */
export async function explainTaken(db: Db, error: unknown, findOwner: FindOwner): Promise<void> {
  const [taken] = codeOfConstraint(error) === 'duplicate_key' ? blockersOf(error) : []
  if (!taken) return
  const { constraint } = error as { constraint: string }
  const owner = await findOwner(db, constraint)
  fail('duplicate_key', { blockers: [{ ...taken, ...owner }] })
}

type Reader = { read: <T>(work: (db: Db) => Promise<T>) => Promise<T> }

/** Runs a transaction that writes a key only one can have; when another has it, the refusal names that one. */
export async function orNameOwner<T>(
  { read }: Reader,
  findOwner: FindOwner,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (codeOfConstraint(error) === 'duplicate_key')
      await read((db) => explainTaken(db, error, findOwner))
    throw error
  }
}
