import type { Db } from '../../database/connect.ts'
import { contains } from '../../database/like.ts'
import { readPage, type PageRequest } from '../../database/pages.ts'
import type { Worker } from '../../http/actor.ts'
import { adjustmentOf, namedAdjustments } from './queries.ts'
import type { AdjustmentState } from './rules.ts'
import { withValue } from './shown.ts'

export type AdjustmentFilter = {
  warehouse?: string | undefined
  state?: readonly AdjustmentState[] | undefined
  q?: string | undefined
}

/** Adjustments in sight, newest first; `q` is a part of the number or the note. */
export async function listAdjustments(
  db: Db,
  platformId: string,
  { warehouses: scope, holds }: Pick<Worker, 'warehouses' | 'holds'>,
  { warehouse, state, q }: AdjustmentFilter,
  page: PageRequest,
) {
  const query = namedAdjustments(db, platformId, scope)
    .$if(warehouse !== undefined, (some) => some.where('a.warehouseId', '=', warehouse ?? ''))
    .$if(state !== undefined, (some) => some.where('a.state', 'in', [...(state ?? [])]))
    .$if(!!q, (some) =>
      some.where((row) =>
        row.or([
          row('a.number', 'ilike', contains(q ?? '')),
          row('a.note', 'ilike', contains(q ?? '')),
        ]),
      ),
    )
  const found = await readPage(
    db,
    query,
    [
      { column: 'a.created_at', kind: 'moment', of: (row) => row.madeAt },
      { column: 'a.adjustment_id', kind: 'uuid', of: (row) => row.id },
    ],
    page,
    { isDescending: true },
  )
  return { ...found, items: found.items.map((row) => withValue(adjustmentOf(row), { holds })) }
}
