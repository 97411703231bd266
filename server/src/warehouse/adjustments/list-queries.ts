import type { Sort } from '@stowage/contract/warehouse/fields'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { containsFolded } from '../../database/like.ts'
import { orderOf, readPage, type PageRequest } from '../../database/pages.ts'
import type { Worker } from '../../http/actor.ts'
import { adjustmentOf, lineCount, namedAdjustments } from './queries.ts'
import type { AdjustmentState } from './rules.ts'
import { withValue } from './shown.ts'

export type AdjustmentFilter = {
  warehouse?: string | undefined
  state?: readonly AdjustmentState[] | undefined
  q?: string | undefined
  sort: Sort<'createdAt' | 'number'>
}

/** Adjustments in sight; `q` is a part of the number or the note. */
export async function listAdjustments(
  db: Db,
  platformId: string,
  { warehouses: scope, holds }: Pick<Worker, 'warehouses' | 'holds'>,
  { warehouse, state, q, sort }: AdjustmentFilter,
  page: PageRequest,
) {
  const query = namedAdjustments(db, platformId, scope)
    .select(lineCount)
    .$if(warehouse !== undefined, (some) => some.where('a.warehouseId', '=', warehouse ?? ''))
    .$if(state !== undefined, (some) => some.where('a.state', 'in', [...(state ?? [])]))
    .$if(!!q, (some) =>
      some.where((row) =>
        row.or([
          containsFolded(sql.ref('a.number'), q ?? ''),
          containsFolded(sql.ref('a.note'), q ?? ''),
        ]),
      ),
    )
  const found = await readPage(
    db,
    query,
    orderOf(sort, {
      createdAt: [
        { column: 'a.created_at', kind: 'moment', of: (row) => row.madeAt },
        { column: 'a.adjustment_id', kind: 'uuid', of: (row) => row.id },
      ],
      number: [{ column: 'a.number', kind: 'text', of: (row) => row.number }],
    }),
    page,
  )
  return {
    ...found,
    items: found.items.map((row) => ({
      ...withValue(adjustmentOf(row), { holds }),
      lineCount: row.lineCount,
    })),
  }
}
