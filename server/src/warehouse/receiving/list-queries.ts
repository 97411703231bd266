import type { Sort } from '@stowage/contract/warehouse/fields'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { containsFolded } from '../../database/like.ts'
import { orderOf, readPage, type PageRequest } from '../../database/pages.ts'
import type { Scope } from '../places/queries.ts'
import { lineCount, namedReceipts, receiptOf } from './queries.ts'
import type { ReceiptState } from './rules.ts'

export type ReceiptFilter = {
  warehouse?: string | undefined
  state?: readonly ReceiptState[] | undefined
  q?: string | undefined
  sort: Sort<'createdAt' | 'number'>
}

/** Receipts in sight; `q` is a part of the number or the reference. */
export async function listReceipts(
  db: Db,
  platformId: string,
  scope: Scope,
  { warehouse, state, q, sort }: ReceiptFilter,
  page: PageRequest,
) {
  const query = namedReceipts(db, platformId, scope)
    .select(lineCount)
    .$if(warehouse !== undefined, (some) => some.where('r.warehouseId', '=', warehouse ?? ''))
    .$if(state !== undefined, (some) => some.where('r.state', 'in', [...(state ?? [])]))
    .$if(!!q, (some) =>
      some.where((row) =>
        row.or([
          containsFolded(sql.ref('r.number'), q ?? ''),
          containsFolded(sql.ref('r.reference'), q ?? ''),
        ]),
      ),
    )
  const found = await readPage(
    db,
    query,
    orderOf(sort, {
      createdAt: [
        { column: 'r.created_at', kind: 'moment', of: (row) => row.madeAt },
        { column: 'r.receipt_id', kind: 'uuid', of: (row) => row.id },
      ],
      number: [{ column: 'r.number', kind: 'text', of: (row) => row.number }],
    }),
    page,
  )
  return {
    ...found,
    items: found.items.map((row) => ({ ...receiptOf(row), lineCount: row.lineCount })),
  }
}
