import type { WarehousePermission } from '@stowage/contract/member-permissions'
import type { ThingKind } from '@stowage/contract/scan-kinds'
import type { ScanAction, SearchHit } from '@stowage/contract/workspace/search'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/connect.ts'
import type { VisibleWarehouses } from '../../http/actor.ts'

/* What a noun brings so its things are found by their codes, its documents by their numbers. */

/** One code in the forms in which things are known by it. */
export type ExactCode = {
  platformId: string
  scope: VisibleWarehouses
  code: string
  /** Null where the code is no number of an item. */
  gtin: string | null
  key: string
  /** As the number of a document. */
  number: string
  /** Null where the code is no id. */
  uuid: string | null
  /** Warehouse whose records come first among those with the same code. */
  warehouseId: string | null
}

/** The beginning of a code, and the end of the range of all that begin so, in each form. */
export type CodeRange = {
  platformId: string
  scope: VisibleWarehouses
  key: string
  keyEnd: string
  code: string
  codeEnd: string
  number: string
  numberEnd: string
}

export type Rights = ReadonlySet<WarehousePermission>

export type Hit = Omit<SearchHit, 'exact'>

export type SearchSource = {
  /** Actions on such a record, with the right each takes. The first one opens it. */
  actions: readonly (readonly [ScanAction, WarehousePermission])[]
  /**
   * Selects what has exactly this code: `rank` (int; lower is likelier), `id`, `label`, `name`, `variant_id`,
   * `sku`, `unit`, `warehouse_id` and `warehouse` (its code). The statement is prepared and finds rows by key.
   */
  exact: (asked: ExactCode) => RawBuilder<unknown>
  /** Selects what begins so, in order: `id`, `label`, `variant_id`, `warehouse_id` and `name`. */
  prefixed?: (asked: CodeRange) => RawBuilder<unknown>
  /**
   * Finds things with words that begin like these, as far as a caller with these rights may know them. Only asked
   * where codes do not fill the answer.
   */
  worded?: (
    db: Db,
    platformId: string,
    key: string,
    holds: Rights,
    scope: VisibleWarehouses,
  ) => Promise<Hit[]>
  /** The thing of an item that a GS1 code names beside it. */
  ofItem?: (
    db: Db,
    platformId: string,
    variantId: string,
    code: string,
  ) => Promise<string | undefined>
  /** The letter before the code on our own labels. */
  letter?: string
  /** The page of the workspace whose address stands for the thing. */
  page?: string
  /** Kind of its row in a search: its own, or under its item. Default: it is not found by a search. */
  inSearch?: 'itself' | 'item'
}

export type SearchSources = Readonly<Record<ThingKind, SearchSource>>

/** Items that a list of them stops at. */
export const enough = 20

/** Returns the condition that the warehouse in this column is in sight. */
export const isInWarehouses = (scope: VisibleWarehouses, column: string) =>
  sql<boolean>`(${scope}::uuid[] is null or ${sql.ref(column)} = any (${scope}::uuid[]))`
