import type { BlockerOf } from '@stowage/contract/blockers'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { DocumentTable, Scoped } from './queries.ts'
import type { Used } from './rules.ts'

/* What nouns bring to keep a record from being archived that they still use. */

/** One use, named as far as the member may see it. */
export type Use = BlockerOf<'in_use'>

/** Returns how one noun uses these records, at most `mostNamed` of its uses. */
export type UseSource = (db: Db, actor: Scoped, ids: readonly string[]) => Promise<readonly Use[]>

/** In the order in which a refusal names them. */
export type UseSources = Readonly<Record<Used, readonly UseSource[]>>

/** Maximum uses of one kind that are listed. */
export const mostNamed = 20

/** Returns how unfinished documents of this kind use records: in a column of their own, or in one of their lines. */
export function usesOf(kind: DocumentTable, used: Used): UseSource[] {
  const { lineTable, key, uses } = kind
  const names = (row: string, ids: readonly string[]) =>
    sql<boolean>`${sql.ref(`${row}.${used}Id`)} = any (${ids}::uuid[])`
  const inItself: UseSource = (db, actor, ids) => listUnfinished(db, kind, actor, names('d', ids))
  const inLines: UseSource = (db, actor, ids) => {
    const hasLine = sql<boolean>`exists (
      select from ${sql.table(lineTable)} l
      where l.platform_id = d.platform_id and ${sql.ref(`l.${key}`)} = ${sql.ref(`d.${key}`)}
        and ${names('l', ids)})`
    return listUnfinished(db, kind, actor, hasLine)
  }
  return [
    ...(uses?.itself?.includes(used) ? [inItself] : []),
    ...(uses?.inLines?.includes(used) ? [inLines] : []),
  ]
}

/** The unfinished documents `d` that meet the condition, by number. Of a hidden one only the kind is told. */
async function listUnfinished(
  db: Db,
  { type, key, table, owner, unfinished }: DocumentTable,
  actor: Scoped,
  condition: RawBuilder<boolean>,
): Promise<Use[]> {
  type Document = Extract<Use, { type: 'receipt' | 'adjustment' | 'order' | 'return' }>
  const { rows } = await sql<Document & { isVisible: boolean }>`
    select ${type} as type, ${sql.ref(`d.${key}`)} as id, d.number,
      ${owner.isVisibleTo(actor)} as "isVisible"
    from ${sql.table(table)} d
    where d.platform_id = ${actor.platform.id}
      and d.state in (${sql.join(unfinished)}) and ${condition}
    order by d.number limit ${mostNamed}`.execute(db)
  return rows.map(({ isVisible, id, number, ...document }) =>
    isVisible ? { ...document, id, number } : document,
  )
}
