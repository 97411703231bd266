import type { Db, Tx } from '../../database/connect.ts'
import { fail, notFound, requireVersion } from '../../errors.ts'
import type { Worker } from '../../http/actor.ts'
import type { Scope } from '../places/queries.ts'
import { explainClosed, isClosed } from './closed-days.ts'

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

type Stage<State> = { state: State; version: number }

/** A kind of document: where it can go from each state, and how it is read. */
export type Kind<State extends string, Row extends Stage<State>, Line> = {
  type: string
  steps: Record<State, readonly State[]>
  lock: (tx: Tx, platformId: string, scope: Scope, documentId: string) => Promise<Row | undefined>
  listLines: (tx: Tx, platformId: string, documentId: string) => Promise<Line[]>
}

/**
 * The document, held until commit, with its lines, once it is sure that it may take this step. Fails
 * with `not_found`, `version_conflict` or `invalid_transition`.
 */
export async function lookAt<State extends string, Row extends Stage<State>, Line>(
  tx: Tx,
  actor: Sight,
  kind: Kind<State, Row, Line>,
  documentId: string,
  version: number,
  to: State,
): Promise<{ before: Row; lines: Line[] }> {
  const { before, lines } = await lockDocument(tx, actor, kind, documentId)
  requireVersion(before, version)
  requireStep(kind.type, kind.steps, before.state, to)
  return { before, lines }
}

/**
 * Locks a document that can still be edited, and returns it with its lines; without a version whatever
 * it is. Fails with `not_found`, `version_conflict` or, in any other state, `invalid_transition`.
 */
export async function lockEditable<State extends string, Row extends Stage<State>, Line>(
  tx: Tx,
  actor: Sight,
  kind: Kind<State, Row, Line>,
  documentId: string,
  version: number | undefined,
  editable: State,
): Promise<{ before: Row; lines: Line[] }> {
  const { before, lines } = await lockDocument(tx, actor, kind, documentId)
  requireVersion(before, version)
  const { state: from } = before
  if (from !== editable) {
    const allowed = kind.steps[from]
    fail('invalid_transition', { blockers: [{ type: kind.type, from, to: editable, allowed }] })
  }
  return { before, lines }
}

type Sight = Pick<Worker, 'platform' | 'warehouses'>

/** Both leave together, and the lines are read when the lock is held. */
async function lockDocument<State extends string, Row extends Stage<State>, Line>(
  tx: Tx,
  { platform, warehouses }: Sight,
  { lock, listLines }: Kind<State, Row, Line>,
  documentId: string,
): Promise<{ before: Row; lines: Line[] }> {
  const [before, lines] = await Promise.all([
    lock(tx, platform.id, warehouses, documentId),
    listLines(tx, platform.id, documentId),
  ])
  return { before: before ?? notFound(), lines }
}

/** The row of a document after one step. */
export const moved = <Row extends Stage<string>>(before: Row, state: Row['state']): Row => ({
  ...before,
  state,
  version: before.version + 1,
})

/** What the tables refuse when somebody else was faster than the look at what is there. */
const overtaken = new Set(['bucket_sane', 'entry_sane', 'level_sane', 'no_oversell'])
const looks = 3

export function isOvertaken(error: unknown): boolean {
  const { constraint } = error as { constraint?: unknown }
  return typeof constraint === 'string' && overtaken.has(constraint)
}

type Reader = { actor: Worker; read: <T>(work: (db: Db) => Promise<T>) => Promise<T> }

/**
 * Runs a transaction that looks at the stock before it posts. When others changed it in between, it
 * looks again, so that the refusal can say what is in the way; of closed books it says until when.
 */
export async function lookAgain<T>({ read, actor }: Reader, work: () => Promise<T>): Promise<T> {
  for (let look = 1; ; look++)
    try {
      return await work()
    } catch (error) {
      if (isClosed(error)) await read((db) => explainClosed(db, actor, error))
      if (look === looks || !isOvertaken(error)) throw error
    }
}
