import { foldKey } from '@stowage/contract/folding'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { readPage, type Key, type Page, type PageRequest } from '../../database/pages.ts'
import { rowOf, snakeCase, type Scoped } from '../documents/queries.ts'
import { visibleRows, type RecordArea, type RecordKind, type RecordRow } from './queries.ts'

/** Filters of a list of records, as `recordList` of the contract asks for it. */
export type RecordFilter = {
  q?: string | undefined
  state?: readonly string[] | undefined
  updatedFrom?: string | undefined
  /** A column, falling with a minus sign before it. */
  sort: string
}

type Found = Record<string, unknown>

/** Returns the columns that a list is sorted by: the folded code, a time, or a text, and the id. */
function keysOf({ code, key }: { code: string; key: string }, by: string): Key<Found>[] {
  const id: Key<Found> = { column: `r.${snakeCase(key)}`, kind: 'uuid', of: ({ id }) => String(id) }
  if (by.endsWith('At')) return [{ column: `r.${snakeCase(by)}`, kind: 'moment' }, id]
  const isCode = by === code
  const of = (row: Found) => (isCode ? foldKey(String(row[code])) : String(row[by]))
  return [{ column: `r.${snakeCase(isCode ? `${code}Key` : by)}`, kind: 'text', of }, id]
}

/** Returns a page of the records in sight; `q` are words of what they are searched by, in any order. */
export async function listRecordPage<Row extends RecordRow, Area extends RecordArea>(
  db: Db,
  kind: RecordKind<Row, Area>,
  actor: Scoped,
  { q, state, updatedFrom, sort }: RecordFilter,
  page: PageRequest,
): Promise<Page<Row>> {
  const words = q === undefined ? [] : foldKey(q).split(/\s+/)
  const rows = words
    .reduce(
      (some, word) => some.where(sql<boolean>`strpos(r.search, ${word}) > 0`),
      visibleRows(db, kind, actor),
    )
    .$if(state !== undefined, (some) =>
      some.where(sql<boolean>`r.state = any (${[...(state ?? [])]}::text[])`),
    )
    .$if(updatedFrom !== undefined, (some) =>
      some.where(sql<boolean>`r.updated_at >= ${new Date(updatedFrom ?? '')}`),
    )
  const order = { sort, keys: keysOf(kind, sort.replace('-', '')) }
  const found = await readPage(db, rows, order, page)
  return { ...found, items: found.items.map((row) => rowOf<Row>(row)) }
}
