import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'

/** Returns an active member with its rights and warehouses now. No warehouses means all. */
export function findActiveMember(db: Db, platformId: string, id: string) {
  return db
    .selectFrom('tenant.members as m')
    .leftJoin('identity.accounts as a', 'a.id', 'm.accountId')
    .select(['m.email', 'm.role', 'm.permissions'])
    .select(
      sql<string[]>`array(
        select scope.warehouse_id from tenant.member_warehouse_scope scope
        where scope.platform_id = m.platform_id and scope.member_id = m.id)`.as('warehouses'),
    )
    .where('m.platformId', '=', platformId)
    .where('m.id', '=', id)
    .where('m.status', '=', 'active')
    .where((where) =>
      where.or([
        where('m.accountId', 'is', null),
        where.and([where('a.status', '=', 'active'), where('a.deletesAt', 'is', null)]),
      ]),
    )
    .executeTakeFirst()
}

/** Returns a key that is neither revoked nor expired at `at`, with its rights and warehouses now. */
export function findActiveKey(db: Db, platformId: string, id: string, at: Date) {
  return db
    .selectFrom('tenant.apiKeys')
    .select(['name', 'permissions', 'warehouseIds as warehouses'])
    .where('platformId', '=', platformId)
    .where('keyId', '=', id)
    .where('revokedAt', 'is', null)
    .where((where) => where.or([where('expiresAt', 'is', null), where('expiresAt', '>', at)]))
    .executeTakeFirst()
}
