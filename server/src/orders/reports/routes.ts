import type { reports } from '@stowage/contract/orders/reports'
import type { trace } from '@stowage/contract/orders/report-trace'
import { pageOrFile } from '../../http/csv.ts'
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
import { getDocument } from '../../workspace/documents/queries.ts'
import { findPlan } from '../backorders/promise-queries.ts'
import { orders } from '../orders/queries.ts'
import { listSteps } from './timeline-queries.ts'
import { listAvailable, listStopped } from './trace-queries.ts'
import { explainLines } from './trace-rules.ts'

const named = (report: string, { from, to }: { from: string; to: string }) =>
  `${report}-${from}-to-${to}`

export const reportHandlers: Handlers<typeof reports> = {
  backorders(call, { query }) {
    const { actor } = call
    const columns = waitingColumns(actor.holds.has('catalog.price.read'))
    return pageOrFile(call, query, 'backorders-by-item', columns, (db, page) =>
      listWaitingItems(db, actor, query, page),
    )
  },

  backorderAges: ({ actor, read }, { query }) =>
    read(async (db) => ({
      ages: await countAges(db, actor, query),
      at: actor.at.toISOString(),
    })),

  cycleTime: ({ actor, read }, { query }) =>
    read(async (db) => ({ steps: await measureSteps(db, await findWork(db, actor, query)) })),

  cycleShipments: (call, { query }) =>
    pageOrFile(call, query, named('cycle-time', query), cycleColumns, async (db, page) =>
      listCycleShipments(db, await findWork(db, call.actor, query), query.step, page),
    ),

  work: ({ actor, read }, { query }) =>
    read(async (db) => ({ work: await measureWork(db, await findWork(db, actor, query)) })),

  members: (call, { query }) =>
    pageOrFile(call, query, named('productivity', query), paceColumns, async (db, page) =>
      listPaces(db, await findWork(db, call.actor, query), page),
    ),

  shortRate: (call, { query }) =>
    pageOrFile(call, query, named('short-rate', query), shortColumns(query.by), async (db, page) =>
      listShortSubjects(db, await findWork(db, call.actor, query), query.by, page),
    ),

  shortDays: ({ actor, read }, { query }) =>
    read(async (db) => ({ days: await countShortDays(db, await findWork(db, actor, query)) })),

  shortPicks: ({ actor, read }, { query }) =>
    read(async (db) => listShortPicks(db, await findWork(db, actor, query), query, query)),
}

export const traceHandlers: Handlers<typeof trace> = {
  explain: ({ read, actor }, { params: { orderId } }) =>
    read(async (db) => {
      const [{ row, lines }, plan, stopped] = await Promise.all([
        getDocument(db, orders, actor, orderId),
        findPlan(db, actor.platform.id, orderId),
        listStopped(db, actor.platform.id, orderId),
      ])
      const variantIds = lines.flatMap(({ variantId, components }) => [
        variantId,
        ...components.map((component) => component.variantId),
      ])
      const available = await listAvailable(db, actor, [...new Set(variantIds)])
      return {
        policy: plan?.policy ?? null,
        mode: plan?.mode ?? null,
        plannedAt: plan?.at.toISOString() ?? null,
        lines: explainLines(row, lines, plan?.lines ?? {}, { available, stopped }),
      }
    }),

  timeline: ({ read, actor }, { params: { orderId }, query }) =>
    read(async (db) => {
      await getDocument(db, orders, actor, orderId)
      return listSteps(db, actor.platform.id, orderId, query)
    }),
}
