import type { trace } from '@stowage/contract/orders/trace'
import type { Handlers } from '../../http/mount.ts'
import { getDocument } from '../../workspace/documents/queries.ts'
import { findPlan } from '../backorders/promise-queries.ts'
import { orders } from '../orders/queries.ts'
import { listSteps } from './timeline-queries.ts'
import { listAvailable, listStopped } from './trace-queries.ts'
import { explainLines } from './trace-rules.ts'

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
