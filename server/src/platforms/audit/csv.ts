import type { AuditEntry } from '@stowage/contract/platforms/audit'

/** The columns of the file, each with what stands in it. */
const columns: Record<string, (entry: AuditEntry) => string | null> = {
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
const cells = Object.values(columns)

/** The first line of the file (RFC 4180). */
export const csvHead = `${Object.keys(columns).join(',')}\r\n`

/** One event as a line of the file. */
export const csvLine = (entry: AuditEntry) =>
  `${cells.map((cell) => csvCell(cell(entry) ?? '')).join(',')}\r\n`

/** A cell that a spreadsheet would take for a formula begins with an apostrophe instead. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
