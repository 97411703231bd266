import type { Db } from '../../database/connect.ts'
import { blockersOf, codeOfConstraint } from '../../database/constraints.ts'
import { fail } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import { findOwner, type Marks } from './owner-queries.ts'

type Reader = { actor: Worker; read: <T>(work: (db: Db) => Promise<T>) => Promise<T> }

/**
 * Runs a transaction that gives a place its code or barcode. When another one has it, the refusal also
 * names that one, if the member may see it.
 */
export async function orNameOwner<T>(
  { read, actor }: Reader,
  marks: Marks,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const [taken] = codeOfConstraint(error) === 'duplicate_key' ? blockersOf(error) : []
    if (!taken) throw error
    const { constraint } = error as { constraint: string }
    const { platform, warehouses } = actor
    const id = await read((db) => findOwner(db, platform.id, warehouses, constraint, marks))
    return fail('duplicate_key', { blockers: [{ ...taken, ...(id !== undefined && { id }) }] })
  }
}
