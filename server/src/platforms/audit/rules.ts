import type { AuditEntry } from '@stowage/contract/platforms/audit'

/** Which actions a filter asks for: exactly one, or all that begin alike when it ends in `*`. */
export function actionFilter(text: string): { exact: string } | { prefix: string } {
  // Every action is written in capitals, so that upper case compares without regard to case.
  const action = text.toUpperCase()
  return action.endsWith('*') ? { prefix: action.slice(0, -1) } : { exact: action }
}

/** Events counted at most; to count millions for one page would take longer than to show it. */
export const mostCounted = 10_000

/** What is said of a count that went no further than one above `mostCounted`. */
export const totalOf = (count: number) => ({
  total: Math.min(count, mostCounted),
  capped: count > mostCounted,
})

export type Row = Omit<AuditEntry, '_id' | 'createdAt' | 'target'> & {
  id: string
  createdAt: Date
  targetType: string | null
  targetId: string | null
  targetName: string | null
}

/** One row of the log as the API shows it. */
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
