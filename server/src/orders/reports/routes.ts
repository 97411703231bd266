import type { reports } from '@stowage/contract/orders/reports'
import type { Db } from '../../database/connect.ts'
import type { PageRequest } from '../../database/pages.ts'
import { listAsCsv } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount.ts'
import { cycleColumns, paceColumns, shortColumns, waitingColumns } from './export.ts'
import {
  countAges,
  countShortDays,
  listShortPicks,
  listShortSubjects,
  listWaitingItems,
} from './list-queries.ts'
import { findWork, listCycleShipments, listPaces, measureSteps, measureWork } from './queries.ts'

const named = (report: string, { from, to }: { from: string; to: string }) =>
  `${report}-${from}-to-${to}`

export const reportHandlers: Handlers<typeof reports> = {
  backorders({ actor, ...call }, { query: { format, ...query } }) {
    if (format === 'json') return call.read((db) => listWaitingItems(db, actor, query, query))
    return listAsCsv(
      call,
      { name: 'backorders-by-item', at: actor.at },
      waitingColumns(actor.holds.has('catalog.price.read')),
      (db, page) => listWaitingItems(db, actor, query, page),
    )
  },

  backorderAges: ({ actor, read }, { query }) =>
    read(async (db) => ({
      ages: await countAges(db, actor, query),
      at: actor.at.toISOString(),
    })),

  cycleTime: ({ actor, read }, { query }) =>
    read(async (db) => ({ steps: await measureSteps(db, await findWork(db, actor, query)) })),

  cycleShipments({ actor, ...call }, { query: { format, ...query } }) {
    const listPage = async (db: Db, page: PageRequest) =>
      listCycleShipments(db, await findWork(db, actor, query), query.step, page)
    if (format === 'json') return call.read((db) => listPage(db, query))
    const name = named('cycle-time', query)
    return listAsCsv(call, { name, at: actor.at }, cycleColumns, listPage)
  },

  work: ({ actor, read }, { query }) =>
    read(async (db) => ({ work: await measureWork(db, await findWork(db, actor, query)) })),

  members({ actor, ...call }, { query: { format, ...query } }) {
    const listPage = async (db: Db, page: PageRequest) =>
      listPaces(db, await findWork(db, actor, query), page)
    if (format === 'json') return call.read((db) => listPage(db, query))
    const name = named('productivity', query)
    return listAsCsv(call, { name, at: actor.at }, paceColumns, listPage)
  },

  shortRate({ actor, ...call }, { query: { format, ...query } }) {
    const listPage = async (db: Db, page: PageRequest) =>
      listShortSubjects(db, await findWork(db, actor, query), query.by, page)
    if (format === 'json') return call.read((db) => listPage(db, query))
    const name = named('short-rate', query)
    return listAsCsv(call, { name, at: actor.at }, shortColumns(query.by), listPage)
  },

  shortDays: ({ actor, read }, { query }) =>
    read(async (db) => ({ days: await countShortDays(db, await findWork(db, actor, query)) })),

  shortPicks: ({ actor, read }, { query }) =>
    read(async (db) => listShortPicks(db, await findWork(db, actor, query), query, query)),
}
