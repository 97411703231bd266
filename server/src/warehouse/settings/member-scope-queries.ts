import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'

/** The warehouses a member is limited to, by code; none means all. Undefined for no member. */
export async function findMemberScope(
  db: Db,
  platformId: string,
  memberId: string,
): Promise<{ email: string; warehouseIds: string[] } | undefined> {
  const { rows } = await sql<{ email: string; warehouseIds: string[] }>`
    select m.email, array(
      select s.warehouse_id from tenant.member_warehouse_scope s
      join tenant.warehouses w on w.platform_id = s.platform_id and w.warehouse_id = s.warehouse_id
      where s.platform_id = m.platform_id and s.member_id = m.id order by w.code) as "warehouseIds"
    from tenant.members m
    where m.platform_id = ${platformId} and m.id = ${memberId}`.execute(db)
  return rows[0]
}

export type ScopedMember = {
  id: string
  email: string
  firstName: string
  lastName: string
  role: string
  warehouseIds: string[]
}

/** Everybody who can sign in, by email, each with the warehouses that limit them. */
export async function listMemberScopes(db: Db, platformId: string): Promise<ScopedMember[]> {
  const { rows } = await sql<ScopedMember>`
    select m.id, m.email, m.first_name as "firstName", m.last_name as "lastName", m.role,
      array(
        select s.warehouse_id from tenant.member_warehouse_scope s
        join tenant.warehouses w on w.platform_id = s.platform_id and w.warehouse_id = s.warehouse_id
        where s.platform_id = m.platform_id and s.member_id = m.id order by w.code) as "warehouseIds"
    from tenant.members m
    where m.platform_id = ${platformId} and m.status = 'active' order by m.email_key`.execute(db)
  return rows
}

/** Counts these ids that are warehouses of the platform. */
export async function countWarehouses(
  db: Db,
  platformId: string,
  warehouseIds: readonly string[],
): Promise<number> {
  const { count } = await db
    .selectFrom('tenant.warehouses')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('platformId', '=', platformId)
    .where((row) => row('warehouseId', '=', row.fn.any(row.val([...warehouseIds]))))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function clearMemberScope(tx: Tx, platformId: string, memberId: string) {
  await tx
    .deleteFrom('tenant.memberWarehouseScope')
    .where('platformId', '=', platformId)
    .where('memberId', '=', memberId)
    .execute()
}

export async function insertMemberScope(
  tx: Tx,
  platformId: string,
  memberId: string,
  warehouseIds: readonly string[],
) {
  await tx
    .insertInto('tenant.memberWarehouseScope')
    .values(warehouseIds.map((warehouseId) => ({ platformId, memberId, warehouseId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
