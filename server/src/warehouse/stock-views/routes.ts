import type { stockViews } from '@stowage/contract/warehouse/stock-views'
import { fail } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { listAsCsv, pageOrFile } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { listAsOf } from './as-of-queries.ts'
import { listBuckets } from './bucket-list-queries.ts'
import { asOfColumns, bucketColumns, entryColumns, levelColumns } from './export.ts'
import { readGrid } from './grid-queries.ts'
import { availabilityOf, kitLevelsOf, numbersOf } from './reply.ts'
import { listEntries } from './ledger-queries.ts'
import { listLevels, type StockScope } from './level-queries.ts'
import { momentOf } from '../stock/rules.ts'

const scopeOf = ({ warehouses, holds }: WorkspaceMember): StockScope => ({
  warehouses,
  values: holds.has('stock.value.read'),
})

export const stockViewHandlers: Handlers<typeof stockViews> = {
  levels({ actor, ...call }, { query: { format, ...query } }) {
    const { id } = actor.platform
    const scope = scopeOf(actor)
    if (format === 'csv')
      return listAsCsv(
        call,
        { name: 'stock', at: actor.at },
        levelColumns(scope.values),
        (db, page) => listLevels(db, id, scope, query, page),
      )
    return call.read(
      async (db) =>
        (await kitLevelsOf(db, id, scope, query, actor.at)) ??
        listLevels(db, id, scope, query, query),
    )
  },

  buckets: (call, { query }) =>
    pageOrFile(call, query, 'stock-by-location', bucketColumns, (db, page) =>
      listBuckets(db, call.actor.platform.id, call.actor, query, page),
    ),

  grid: ({ actor, read }, { query }) =>
    read((db) => readGrid(db, actor.platform.id, actor, query, query)),

  variant: ({ actor, read }, { params }) =>
    read((db) => numbersOf(db, actor.platform.id, scopeOf(actor), params.variantId, actor.at)),

  availability: ({ actor: { platform, warehouses, at }, read }, { params, query }) =>
    read((db) => availabilityOf(db, platform.id, warehouses, params.variantId, query, at)),

  ledger: (call, { query }) =>
    pageOrFile(call, query, 'movements', entryColumns, (db, page) =>
      listEntries(db, call.actor.platform.id, call.actor, query, page),
    ),

  async asOf({ actor, ...call }, { query: { format, ...query } }) {
    const { id } = actor.platform
    const asked = momentOf(query, actor.at)
    if (!asked) fail('future_date_refused')
    const { settled, knownAt, ...moment } = asked
    if (format === 'csv')
      return listAsCsv(call, { name: 'stock-as-of', at: moment.at }, asOfColumns, (db, page) =>
        listAsOf(db, id, actor, moment, query, page),
      )
    const page = await call.read((db) => listAsOf(db, id, actor, moment, query, query))
    const known = knownAt.toISOString()
    return { ...page, at: moment.at.toISOString(), known, settled }
  },
}
