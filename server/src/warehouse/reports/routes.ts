import type { reports } from '@stowage/contract/warehouse/reports'
import type { Db } from '../../database/connect.ts'
import type { PageRequest } from '../../database/pages.ts'
import { fail, failField } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { movementColumns } from './export.ts'
import {
  listMovements,
  listSitePeriods,
  type Movement,
  type MovementFilter,
  type Period,
  type SitePeriod,
} from './queries.ts'
import { figuresOf, isToCome, totalsOf, whyNoPeriod } from './rules.ts'
import { sumMovements } from './list-queries.ts'

type PeriodQuery = { from: string; to: string; known: string; warehouse?: string | undefined }

/** Fails with `validation_failed` for a period nobody can mean, `future_date_refused` for one to come. */
function periodOf({ from, to, known }: PeriodQuery, at: Date): Period {
  const message = whyNoPeriod(from, to)
  if (message !== undefined) failField('to', message)
  if (isToCome(to, at)) fail('future_date_refused')
  if (known === 'then' || known === 'now') return { from, to, known }
  const moment = new Date(known)
  return moment > at ? fail('future_date_refused') : { from, to, known: moment }
}

const sitesIn = (
  db: Db,
  { platform, ...scope }: WorkspaceMember,
  period: Period,
  asked: PeriodQuery,
) => listSitePeriods(db, platform.id, scope, period, asked.warehouse)

/** As of when the answer speaks, where the end of the period says it: of the last warehouse to end it. */
function knownAt({ known }: Period, sites: readonly SitePeriod[], at: Date): Date {
  if (known !== 'then') return known === 'now' ? at : known
  const ends = sites.map(({ endsAt }) => endsAt.getTime())
  return ends.length > 0 ? new Date(Math.min(at.getTime(), Math.max(...ends))) : at
}

export const reportHandlers: Handlers<typeof reports> = {
  async movement({ actor, ...call }, { query: { format, ...query } }) {
    const period = periodOf(query, actor.at)
    const rowsOf = async (db: Db, filter: MovementFilter, page: PageRequest) => {
      const sites = await sitesIn(db, actor, period, query)
      const found = await listMovements(db, actor.platform.id, sites, filter, page)
      const items = found.items.map(({ variantId, sku, name, unit, ...counted }) => ({
        variantId,
        sku,
        name,
        unit,
        ...figuresOf(counted),
      }))
      return { sites, page: { ...found, items } }
    }
    if (format === 'csv')
      return listAsCsv(
        call,
        { name: `movement-${query.from}-to-${query.to}`, at: actor.at },
        movementColumns,
        async (db, page) => (await rowsOf(db, query, page)).page,
      )
    const { sites, page } = await call.read((db) => rowsOf(db, query, query))
    return {
      ...page,
      known: knownAt(period, sites, actor.at).toISOString(),
      warehouses: sites.map(({ knownBefore: _, beginsAt, endsAt, ...site }) => ({
        ...site,
        beginsAt: beginsAt.toISOString(),
        endsAt: endsAt.toISOString(),
      })),
    }
  },

  async movementTotals({ actor, readSnapshot }, { query }) {
    const period = periodOf(query, actor.at)
    const sums: Movement[] = []
    const found = readSnapshot(async function* (db) {
      const sites = await sitesIn(db, actor, period, query)
      yield* await sumMovements(db, actor.platform.id, sites, query)
    })
    for await (const sum of found) sums.push(sum)
    return {
      // What has never had any is no row.
      totals: totalsOf(sums)
        .filter(
          ({ opening, closing, flows }) => opening !== '0' || closing !== '0' || flows.length > 0,
        )
        .map(({ unit, ...counted }) => ({ unit, ...figuresOf(counted) })),
    }
  },
}
