import { z } from 'zod'
import { file, get } from '../route.ts'
import { auditExportQuery, auditQuery } from './audit-search.ts'
import { copies } from './directory-copies.ts'

const auditEntry = z.object({
  _id: z.uuid(),
  createdAt: z.iso.datetime(),
  action: z.string(),
  outcome: z.enum(['success', 'failure', 'denied']).default('success'),
  actorEmail: z.string().nullable(),
  actorId: z.uuid().nullable(),
  actorType: z.enum(['operator', 'tenant_user', 'api_key', 'anonymous', 'system']),
  platformId: z.uuid().nullable(),
  platformSlug: z.string().nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  target: z.object({ type: z.string(), id: z.string(), name: z.string() }).nullable().default(null),
  metadata: z.record(z.string(), z.unknown()).default({}),
})
export type AuditEntry = z.output<typeof auditEntry>

export const audit = {
  list: get('/logs', {
    summary: 'Audit events of the operator and of platforms whose log they may read',
    mayLag: true,
    allow: 'operator',
    query: auditQuery,
    reply: z.object({
      logs: z.array(auditEntry),
      /** Number of matching events, ignoring `before`. */
      total: z.int(),
      /** More than `total` events match. Counting stops there. */
      capped: z.boolean().default(false),
      copies,
    }),
    limits: ['LOGS'],
  }),
  export: get('/logs/export', {
    summary: 'The same events as a file, all of them, newest first, as they are at this moment',
    mayLag: true,
    allow: 'operator',
    query: auditExportQuery,
    reply: file,
    errors: ['email_not_verified'],
    limits: ['LOG_EXPORT'],
  }),
  actions: get('/logs/actions', {
    summary: 'Every kind of event the log can hold',
    allow: 'operator',
    reply: z.object({ actions: z.array(z.string()) }),
  }),
  verify: get('/logs/verify', {
    summary: 'Check that nothing in the log of one platform was changed or taken out',
    allow: 'operator',
    query: z.object({ platformId: z.string('Platform is required').max(200) }),
    reply: z.object({
      platformId: z.uuid(),
      ok: z.boolean(),
      /** The newest sealed entry. A customer who keeps it can later detect removed entries. */
      head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
      /** Number of entries not sealed yet. */
      pending: z.int(),
      firstBadSeq: z.int().nullable(),
      checkedAt: z.iso.datetime(),
    }),
    errors: ['not_found'],
    limits: ['LOGS'],
  }),
}
