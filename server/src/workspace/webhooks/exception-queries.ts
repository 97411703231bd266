import { sql } from 'kysely'
import type { ExceptionSource } from '../exceptions/source-queries.ts'

/** Counts of failed deliveries are exact up to here. */
const mostCounted = 1_000

/** Webhooks with deliveries that were given up. */
export const failedWebhooks: ExceptionSource = {
  needs: 'webhook.read',
  isResolvable: true,
  open: (platformId) => {
    const dead = sql`
      from tenant.webhook_deliveries d
      where d.platform_id = ${platformId} and d.webhook_id = w.webhook_id and d.state = 'dead'`
    return sql`
      select w.webhook_id::text, oldest.at, newest.at, null::uuid, w.url,
        jsonb_strip_nulls(jsonb_build_object('reason', newest.reason)), counted.count, 'webhook',
        w.webhook_id, w.url, null::uuid
      from tenant.webhooks w
      cross join lateral (select d.finished_at as at ${dead} order by d.event_no limit 1) oldest
      cross join lateral (
        select d.finished_at as at, coalesce('HTTP ' || d.last_status, d.last_failure) as reason
        ${dead} order by d.event_no desc limit 1) newest
      cross join lateral (
        select count(*)::int from (select ${dead} limit ${sql.lit(mostCounted)}) some_of) counted
      where w.platform_id = ${platformId} and w.state <> 'removed'`
  },
}
