import type { ExceptionKind } from '@stowage/contract/exception-kinds'
import type { WarehousePermission } from '@stowage/contract/member-permissions'
import { sql, type RawBuilder } from 'kysely'
import type { VisibleWarehouses } from '../../http/actor.ts'

/* The sources of the list of exceptions, which nouns declare. */

export type ExceptionSource = {
  /** The right without which it is not listed. */
  needs: WarehousePermission
  /** False for what only its own noun can end. */
  isResolvable: boolean
  /**
   * Selects what is open, found by an index: `key`, `since`, `last_at`, `warehouse_id`, `label`, `details` (an object
   * of texts), `count`, `object_type`, `object_id`, `object_number` and `reported_by`. It is open at a time.
   */
  open: (platformId: string, scope: VisibleWarehouses, at: Date) => RawBuilder<unknown>
}

export type ExceptionSources = Readonly<Record<ExceptionKind, ExceptionSource>>

/** Selects what is kept in the table of exceptions, of one kind; `condition` is about its row `e`. */
export const kept =
  (kind: ExceptionKind, condition: (platformId: string) => RawBuilder<boolean>) =>
  (platformId: string, scope: VisibleWarehouses) =>
    sql`
    select e.key, e.since, e.last_at, e.warehouse_id, e.label, e.details - 'objectId' - 'objectNumber',
      e.count, case when e.details ? 'objectId' then 'fulfillment' end,
      (e.details ->> 'objectId')::uuid, e.details ->> 'objectNumber', e.reported_by
    from tenant.exceptions e
    where e.platform_id = ${platformId} and e.kind = ${sql.lit(kind)} and e.resolved_at is null
      and e.since is not null and ${condition(platformId)}
      and (e.warehouse_id is null or ${scope}::uuid[] is null
        or e.warehouse_id = any (${scope}::uuid[]))`
