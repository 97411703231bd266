import type { ExceptionKind } from '@stowage/contract/exception-kinds'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { prepare, prepareRead, prepareWrite } from '../../database/prepared.ts'
import { memberName, nameOfMember } from '../../platforms/members/name-queries.ts'
import { kept } from './source-queries.ts'

/** Report of something without its own table. */
export type Report = {
  kind: ExceptionKind
  key: string
  warehouseId: string | null
  label: string
  details: Record<string, string>
  at: Date
  by: string
}

/** Keeps a report. What was resolved before is open again, from now on. */
export const insertReport = prepareWrite(
  (_: Db, platformId: string, report: Omit<Report, 'details'> & { details: string }) => sql`
    insert into tenant.exceptions as e (platform_id, kind, key, warehouse_id, label, details, count,
      since, last_at, reported_by)
    values (${platformId}, ${report.kind}, ${report.key}, ${report.warehouseId}::uuid,
      ${report.label}, ${report.details}::jsonb, 1, ${report.at}, ${report.at}, ${report.by})
    on conflict on constraint exceptions_pkey do update
    set last_at = excluded.last_at, details = excluded.details, reported_by = excluded.reported_by,
      count = case when e.resolved_at is null then e.count + 1 else 1 end,
      since = case when e.resolved_at is null then e.since else excluded.since end,
      owner_id = case when e.resolved_at is null then e.owner_id end,
      snoozed_until = case when e.resolved_at is null then e.snoozed_until end,
      resolved_at = null, resolved_by = null`,
)

/** Returns whether something that was reported is resolved; undefined if it was not reported. */
export const findReport = prepareRead(
  (_: Db, platformId: string, kind: ExceptionKind, key: string) => sql<{ isResolved: boolean }>`
    select resolved_at is not null as "isResolved" from tenant.exceptions
    where platform_id = ${platformId} and kind = ${kind} and key = ${key}`,
)

/** Locks an exception until commit. It may have no row yet, so its name is locked. */
export async function lockException(
  tx: Tx,
  platformId: string,
  { kind, key }: Care,
): Promise<void> {
  const name = `exception ${platformId} ${kind} ${key}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

type Care = { kind: ExceptionKind; key: string }

/** Writes who takes care of an exception, until when it is snoozed, or that it is resolved. */
export async function saveAssignment(
  tx: Tx,
  platformId: string,
  { kind, key }: Care,
  values: Partial<{
    ownerId: string | null
    snoozedUntil: Date | null
    resolvedAt: Date
    resolvedBy: string
  }>,
): Promise<void> {
  await tx
    .insertInto('tenant.exceptions')
    .values({ platformId, kind, key, ...values })
    .onConflict((conflict) => conflict.constraint('exceptions_pkey').doUpdateSet(values))
    .execute()
}

/**
 * Deletes reports resolved before a time, and unknown codes last scanned before another. What is kept elsewhere stays:
 * without its row it would be open again.
 */
export const deleteForgotten = prepareWrite(
  (_: Db, platformId: string, { resolved, scanned }: { resolved: Date; scanned: Date }) => sql`
    delete from tenant.exceptions
    where platform_id = ${platformId} and since is not null
      and (resolved_at < ${resolved} or (kind = 'unknown_code' and last_at < ${scanned}))`,
)

/** Returns the name of a member; undefined for one who is not there. */
export const findMemberName = prepareRead(
  (_: Db, platformId: string, memberId: string) => sql<{ name: string }>`
    select ${nameOfMember(platformId, sql`m.id`)} as name from tenant.members m
    where m.platform_id = ${platformId} and m.id = ${memberId}`,
)

/** A workspace has fewer members; of a larger one the first are offered. */
const mostOwners = 500

/** Returns the members of the workspace by name. */
export const listOwners = prepare(
  (_: Db, platformId: string) => sql<{ id: string; name: string }>`
    select u.id, ${memberName} as name from tenant.members u
    where u.platform_id = ${platformId} order by 2, 1 limit ${sql.lit(mostOwners)}`,
)

/** Returns a warehouse, if it is there. */
export const findWarehouse = prepareRead(
  (_: Db, platformId: string, warehouseId: string) => sql<{ id: string }>`
    select warehouse_id as id from tenant.warehouses
    where platform_id = ${platformId} and warehouse_id = ${warehouseId}`,
)

/** Codes that were scanned and that nothing has, until they are given to a product. */
export const openUnknownCodes = kept(
  'unknown_code',
  (platformId) => sql<boolean>`not exists (
    select from tenant.barcodes b where b.platform_id = ${platformId} and b.code = e.label)`,
)
