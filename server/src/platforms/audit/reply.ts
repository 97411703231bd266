import type { AuditEntry } from '@stowage/contract/platforms/audit'
import { csvOf, type Columns } from '../../http/csv.ts'

const columns: Columns<AuditEntry> = {
  id: ({ _id }) => _id,
  createdAt: ({ createdAt }) => createdAt,
  action: ({ action }) => action,
  outcome: ({ outcome }) => outcome,
  actorEmail: ({ actorEmail }) => actorEmail,
  actorId: ({ actorId }) => actorId,
  actorType: ({ actorType }) => actorType,
  platformId: ({ platformId }) => platformId,
  platformSlug: ({ platformSlug }) => platformSlug,
  ip: ({ ip }) => ip,
  userAgent: ({ userAgent }) => userAgent,
  targetType: ({ target }) => target && target.type,
  targetId: ({ target }) => target && target.id,
  targetName: ({ target }) => target && target.name,
  metadata: ({ metadata }) => JSON.stringify(metadata),
}

export const { head: csvHead, line: csvLine } = csvOf(columns)
