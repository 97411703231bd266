import type { AuditEntry } from '@stowage/contract/platforms/audit'

/** Parses an action filter: exact, or a prefix if it ends in `*`. */
export function actionFilter(text: string): { exact: string } | { prefix: string } {
  // Actions are upper case, so this makes the filter case-insensitive.
  const action = text.toUpperCase()
  return action.endsWith('*') ? { prefix: action.slice(0, -1) } : { exact: action }
}

/** Maximum number of events counted for one page, because counting millions takes too long. */
export const maxCounted = 10_000

/** Returns the reply for a count that stopped at one above `mostCounted`. */
export const totalOf = (count: number) => ({
  total: Math.min(count, maxCounted),
  capped: count > maxCounted,
})

export type Row = Omit<AuditEntry, '_id' | 'createdAt' | 'target'> & {
  id: string
  createdAt: Date
  targetType: string | null
  targetId: string | null
  targetName: string | null
}

/** Returns one row of the log for the API. */
export function entryOf(row: Row): AuditEntry {
  return {
    _id: row.id,
    createdAt: row.createdAt.toISOString(),
    action: row.action,
    outcome: row.outcome,
    actorEmail: row.actorEmail,
    actorId: row.actorId,
    actorType: row.actorType,
    platformId: row.platformId,
    platformSlug: row.platformSlug,
    ip: row.ip,
    userAgent: row.userAgent,
    target:
      row.targetType === null
        ? null
        : { type: row.targetType, id: row.targetId ?? '', name: row.targetName ?? '' },
    metadata: row.metadata,
  }
}
