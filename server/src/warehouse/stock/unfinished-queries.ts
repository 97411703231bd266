import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import {
  hasLineWith,
  listUnfinished,
  type UnfinishedDocument,
} from '../../workspace/documents/list-queries.ts'
import { adjustments } from '../adjustments/queries.ts'
import { receipts } from '../receiving/queries.ts'

/** Every kind of document that changes the stock when it is finished. */
const kinds = [receipts, adjustments]

/**
 * Returns unfinished documents that have a line with one of these items, or in one of these locations. One
 * in a warehouse the member does not see has no number.
 */
export const listUnfinishedWith = (
  db: Db,
  actor: WorkspaceMember,
  column: 'variantId' | 'locationId',
  ids: readonly string[],
): Promise<UnfinishedDocument[]> =>
  listUnfinished(db, kinds, actor, (kind) => hasLineWith(kind, column, ids))

/** Returns unfinished documents of a warehouse. */
export const listUnfinishedIn = (
  db: Db,
  platform: WorkspaceMember['platform'],
  warehouseId: string,
): Promise<UnfinishedDocument[]> =>
  listUnfinished(
    db,
    kinds,
    { platform, warehouses: null },
    () => sql<boolean>`d.warehouse_id = ${warehouseId}`,
  )
