import type { Webhook } from '@stowage/contract/workspace/webhooks'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { Tables } from '../../database/tables.ts'
import { nameOfMember } from '../../platforms/members/name-queries.ts'

/** Counts of a list are exact up to here. */
const mostCounted = 1_000

const countOf = (platformId: string, condition: ReturnType<typeof sql>) => sql<number>`(
  select count(*)::int from (
    select from tenant.webhook_deliveries d
    where d.platform_id = ${platformId} and d.webhook_id = webhooks.webhook_id and ${condition}
    limit ${mostCounted}) counted)`

const selectWebhooks = (db: Db, platformId: string) =>
  db
    .selectFrom('tenant.webhooks')
    .select([
      'webhookId as id',
      'url',
      'description',
      'types',
      sql<Webhook['state']>`state`.as('state'),
      'createdBy',
      'createdAt',
      'lastAttemptAt',
      'lastAttemptOk',
      'previousUntil',
      'version',
      nameOfMember(platformId, sql.ref('created_by')).as('createdByName'),
      countOf(platformId, sql`d.state = 'dead'`).as('dead'),
      countOf(platformId, sql`d.finished_at is null`).as('waiting'),
    ])
    .where('platformId', '=', platformId)
    .where('state', '!=', 'removed')

export type WebhookRow = Awaited<
  ReturnType<ReturnType<typeof selectWebhooks>['executeTakeFirstOrThrow']>
>

export const toReply = ({ previousUntil, ...row }: WebhookRow, at: Date): Webhook => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
  previousUntil: previousUntil && previousUntil > at ? previousUntil.toISOString() : null,
})

export const listWebhooks = (db: Db, platformId: string): Promise<WebhookRow[]> =>
  selectWebhooks(db, platformId).orderBy('createdAt', 'desc').orderBy('webhookId').execute()

export const findWebhook = (db: Db, platformId: string, id: string) =>
  selectWebhooks(db, platformId).where('webhookId', '=', id).executeTakeFirst()

/** Locks all webhooks of a platform in order, so a new one and the relay run one after the other. */
export async function lockWebhooks(tx: Tx, platformId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('tenant.webhooks')
    .select('webhookId')
    .where('platformId', '=', platformId)
    .where('state', '!=', 'removed')
    .orderBy('webhookId')
    .forUpdate()
    .execute()
  return rows.map(({ webhookId }) => webhookId)
}

/** Locks a webhook and returns what changes and requests need of it. */
export const lockWebhook = (tx: Tx, platformId: string, id: string) =>
  tx
    .selectFrom('tenant.webhooks')
    .select([
      'webhookId as id',
      'url',
      'description',
      'types',
      'state',
      'secretCipher',
      'previousCipher',
      'previousUntil',
      'deadToldAt',
      'version',
    ])
    .where('platformId', '=', platformId)
    .where('webhookId', '=', id)
    .where('state', '!=', 'removed')
    .forUpdate()
    .executeTakeFirst()
export type LockedWebhook = NonNullable<Awaited<ReturnType<typeof lockWebhook>>>

type NewWebhook = Omit<Insertable<Tables['tenant.webhooks']>, 'platformId' | 'eventNo' | 'state'>

/** Inserts an active webhook that is sent the events from now on. */
export async function insertWebhook(tx: Tx, platformId: string, webhook: NewWebhook) {
  const newest = sql<string>`coalesce((
    select max(event_no) from tenant.tenant_events where platform_id = ${platformId}), 0)`
  await tx
    .insertInto('tenant.webhooks')
    .values({ platformId, state: 'active', eventNo: newest, ...webhook })
    .execute()
}

export async function updateWebhook(
  tx: Tx,
  platformId: string,
  id: string,
  values: Updateable<Tables['tenant.webhooks']>,
): Promise<void> {
  await tx
    .updateTable('tenant.webhooks')
    .set(values)
    .where('platformId', '=', platformId)
    .where('webhookId', '=', id)
    .execute()
}

/** Returns the webhooks of all platforms for which there are new events or due deliveries. */
export async function listAtWork(db: Db, at: Date) {
  const { rows } = await sql<{ platformId: string; newest: string | null }>`
    select platform_id, newest from authz.webhooks_at_work(${at})`.execute(db)
  return rows
}

/** Lists the ids of all webhooks of a platform, removed ones too. */
export async function listWebhookIds(db: Db, platformId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tenant.webhooks')
    .select('webhookId')
    .where('platformId', '=', platformId)
    .execute()
  return rows.map(({ webhookId }) => webhookId)
}
