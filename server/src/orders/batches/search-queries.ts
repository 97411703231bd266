import { sql } from 'kysely'
import { documentSource } from '../../workspace/documents/source-queries.ts'
import { isInWarehouses, type SearchSource } from '../../workspace/search/source-queries.ts'
import { batches } from './queries.ts'

/** Batches by their number, or by the id in the address of their page. */
export const batchSource = documentSource(batches, { right: 'wave.read', page: 'picking/batches' })

/** Totes while they hold an order: they stand for its fulfillment. */
export const toteSource: SearchSource = {
  actions: [['open', 'order.read']],

  exact: ({ platformId, scope, key }) => sql`
    select 1, l.fulfillment_id, l.tote, f.number, null::uuid, null::text, null::text, f.warehouse_id,
      w.code
    from tenant.pick_batch_lines l
    join tenant.fulfillments f
      on f.platform_id = l.platform_id and f.fulfillment_id = l.fulfillment_id
    join tenant.warehouses w on w.platform_id = f.platform_id and w.warehouse_id = f.warehouse_id
    where l.platform_id = ${platformId} and l.held_tote = ${key}
      and ${isInWarehouses(scope, 'f.warehouse_id')}`,
}
