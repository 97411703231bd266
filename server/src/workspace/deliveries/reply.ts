import type { Delivery } from '@stowage/contract/workspace/deliveries'
import type { DeliveryRow } from './list-queries.ts'

export const toReply = ({ subjectType, subjectId, ...row }: DeliveryRow): Delivery => ({
  ...row,
  subject: { type: subjectType, id: subjectId },
  createdAt: row.createdAt.toISOString(),
  nextAt: row.nextAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
})
