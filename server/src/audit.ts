import type { AuditAction } from '@stowage/contract/audit-actions'
import { sql, type Insertable } from 'kysely'
import type { Db, Tx } from './database/connect.ts'
import { newId } from './database/ids.ts'
import { prepareWrite, runPipelined } from './database/prepared.ts'
import type { Tables } from './database/tables.ts'
import type { Actor, System } from './http/actor.ts'

type Event = {
  /** Default: `success`. */
  outcome?: 'success' | 'failure' | 'denied'
  target?: { type: string; id: string; name: string }
  /** Never a password, code, token or raw body. */
  metadata?: Record<string, unknown>
  /** The platform of the event, if the actor does not carry it. */
  platform?: { id: string; slug: string }
  /** A failed sign-in names the targeted account, so its owner sees the attempt. */
  actor?: { type: 'operator' | 'tenant_user'; id: string }
  email?: string
}

/** The actor of changes without a request: jobs and commands on the server. */
export const system = (at: Date): System => ({
  type: 'system',
  id: null,
  email: null,
  sessionId: null,
  amr: [],
  platform: null,
  ip: null,
  userAgent: null,
  requestId: newId(),
  at,
})

/**
 * Inserts one event into the audit log, in the transaction of the change. Failures are recorded
 * too, in their own transaction, before the reply.
 */
export async function record(tx: Tx, by: Actor | System, action: AuditAction, event: Event = {}) {
  await insert(tx, entryOf(by, action, event))
}

type EntryRow = Insertable<Tables['audit.auditLog']>

const insert = prepareWrite((db: Db, row: EntryRow) => db.insertInto('audit.auditLog').values(row))

/** Inserts the entries in a JSON array, each made by `entryOf`, as a part of another statement. */
export const insertEntriesIn = (json: string) => sql`
  insert into audit.audit_log (id, created_at, action, outcome, actor_type, actor_id, actor_email,
    platform_id, platform_slug, target_type, target_id, target_name, ip, user_agent, request_id,
    session_id, amr, metadata)
  select e.id, e."createdAt", e.action, e.outcome, e."actorType", e."actorId", e."actorEmail",
    e."platformId", e."platformSlug", e."targetType", e."targetId", e."targetName", e.ip,
    e."userAgent", e."requestId", e."sessionId", e.amr, e.metadata::jsonb
  from jsonb_to_recordset(${json}::jsonb) as e (id uuid, "createdAt" timestamptz, action text,
    outcome text, "actorType" text, "actorId" uuid, "actorEmail" text, "platformId" uuid,
    "platformSlug" text, "targetType" text, "targetId" text, "targetName" text, ip text,
    "userAgent" text, "requestId" text, "sessionId" uuid, amr text[], metadata text)`

/** Inserts several events of one action, for example one per imported product. */
export async function recordAll(
  tx: Tx,
  by: Actor | System,
  action: AuditAction,
  events: readonly Event[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => entryOf(by, action, event))
  await runPipelined(tx, tx.insertInto('audit.auditLog').values(rows))
}

/** The row of an event. */
export function entryOf(by: Actor | System, action: AuditAction, event: Event): EntryRow {
  const platform = event.platform ?? by.platform
  return {
    id: newId(),
    createdAt: by.at,
    action,
    outcome: event.outcome ?? 'success',
    actorType: event.actor?.type ?? by.type,
    actorId: event.actor?.id ?? by.id,
    actorEmail: event.email ?? by.email,
    platformId: platform?.id ?? null,
    platformSlug: platform?.slug ?? null,
    targetType: event.target?.type ?? null,
    targetId: event.target?.id ?? null,
    targetName: event.target?.name ?? null,
    ip: by.ip,
    userAgent: by.userAgent,
    requestId: by.requestId,
    sessionId: by.sessionId,
    amr: [...by.amr],
    metadata: JSON.stringify({
      // A key has no address to name it by, and may be gone when the entry is read.
      ...(by.type === 'api_key' && { apiKey: by.name }),
      ...event.metadata,
    }),
  }
}
