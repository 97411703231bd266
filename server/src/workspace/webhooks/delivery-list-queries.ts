import type { Delivery } from '@stowage/contract/workspace/webhook-deliveries'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { readPage, type Order, type Page, type PageRequest } from '../../database/pages.ts'

const selectDeliveries = (db: Db, platformId: string, webhookId: string) =>
  db
    .selectFrom('tenant.webhookDeliveries as d')
    .select([
      'eventNo as id',
      'eventId',
      'type',
      'subjectType',
      'subjectId',
      sql<Delivery['state']>`d.state`.as('state'),
      'attempts',
      'createdAt',
      'nextAt',
      'finishedAt',
      'lastStatus as status',
      'lastFailure as failure',
    ])
    .where('platformId', '=', platformId)
    .where('webhookId', '=', webhookId)

export type DeliveryRow = Awaited<
  ReturnType<ReturnType<typeof selectDeliveries>['executeTakeFirstOrThrow']>
>

export const deliveryReply = ({ subjectType, subjectId, ...row }: DeliveryRow): Delivery => ({
  ...row,
  subject: { type: subjectType, id: subjectId },
  createdAt: row.createdAt.toISOString(),
  nextAt: row.nextAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
})

const newestFirst: Order<DeliveryRow> = {
  sort: '-id',
  keys: [{ column: 'd.eventNo', kind: 'whole', of: ({ id }) => id }],
}

export function listDeliveries(
  db: Db,
  platformId: string,
  webhookId: string,
  state: readonly Delivery['state'][] | undefined,
  page: PageRequest,
): Promise<Page<DeliveryRow>> {
  const all = selectDeliveries(db, platformId, webhookId)
  return readPage(db, state ? all.where('state', 'in', [...state]) : all, newestFirst, page)
}

export const findDelivery = (db: Db, platformId: string, webhookId: string, eventNo: string) =>
  selectDeliveries(db, platformId, webhookId).where('eventNo', '=', eventNo).executeTakeFirst()

/** Lists the attempts of a delivery, newest first. */
export const listAttempts = (db: Db, platformId: string, webhookId: string, eventNo: string) =>
  db
    .selectFrom('tenant.webhookAttempts')
    .select(['attempt as number', 'at', 'tookMs', 'status', 'failure', 'responseHead'])
    .where('platformId', '=', platformId)
    .where('webhookId', '=', webhookId)
    .where('eventNo', '=', eventNo)
    .orderBy('attempt', 'desc')
    .limit(100)
    .execute()
