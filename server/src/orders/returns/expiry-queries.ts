import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'

/** Returns the platforms with authorized returns that were expected before this day. */
export async function listPlatformsWithOverdue(db: Db, day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from authz.platforms_with_overdue_returns(${day}) as id`.execute(db)
  return rows.map(({ id }) => id)
}

type Expired = {
  id: string
  version: number
  number: string
  orderId: string | null
  customerId: string | null
  warehouseId: string | null
  expectedBy: string
}

/** Ends authorized returns that were expected before this day, a few at a time, and returns them. */
export async function expireOverdue(
  tx: Tx,
  platformId: string,
  { day, at, most }: { day: string; at: Date; most: number },
): Promise<Expired[]> {
  const { rows } = await sql<Expired>`
    update tenant.returns r
    set state = 'expired', version = version + 1, updated_at = ${at}, updated_by = null
    from (
      select return_id from tenant.returns
      where platform_id = ${platformId} and state = 'authorized' and expected_by < ${day}::date
      order by return_id limit ${most} for no key update skip locked) x
    where r.platform_id = ${platformId} and r.return_id = x.return_id
    returning r.return_id as id, r.version, r.number, r.order_id as "orderId",
      r.customer_id as "customerId", r.warehouse_id as "warehouseId", r.expected_by::text as "expectedBy"`.execute(
    tx,
  )
  return rows
}
