import { z } from 'zod'
import { id } from '../fields.ts'
import { file, get } from '../route.ts'

/** Every event of the audit log. Names are kept for good: customers filter and alert on them. */
export const auditActions = [
  'USER_REGISTERED',
  'USER_REGISTER_DUPLICATE',
  'USER_LOGIN',
  'USER_LOGIN_FAILED',
  'USER_LOGIN_2FA_REQUIRED',
  'USER_LOGIN_LOCKED',
  'USER_LOGOUT',
  'NEW_DEVICE_LOGIN',
  'SESSION_REVOKED',
  'TOKEN_REUSE_DETECTED',
  'EMAIL_VERIFICATION_SENT',
  'EMAIL_VERIFIED',
  'EMAIL_CHANGE_REQUESTED',
  'EMAIL_CHANGED',
  'PASSWORD_RESET_REQUESTED',
  'PASSWORD_RESET',
  'PASSWORD_CHANGED',
  'REAUTHENTICATED',
  'PROFILE_UPDATED',
  'PREFERENCES_UPDATED',
  'AVATAR_UPDATED',
  'TWO_FACTOR_SETUP_STARTED',
  'TWO_FACTOR_ENABLED',
  'TWO_FACTOR_DISABLED',
  'TWO_FACTOR_FAILED',
  'AUTHENTICATOR_RESET_STARTED',
  'AUTHENTICATOR_CHANGED',
  'BACKUP_CODES_REGENERATED',
  'BACKUP_CODES_VIEWED',
  'BACKUP_CODE_USED',
  'PASSKEY_REGISTRATION_STARTED',
  'PASSKEY_REGISTERED',
  'PASSKEY_REMOVED',
  'PASSKEY_RENAMED',
  'PASSKEY_CLONE_SUSPECTED',
  'PLATFORM_CREATED',
  'PLATFORM_UPDATED',
  'PLATFORM_SLUG_CHANGED',
  'PLATFORM_LOGO_UPDATED',
  'PLATFORM_LOGO_REJECTED',
  'PLATFORM_DELETED',
  'PLATFORM_TRANSFERRED',
  'MEMBER_CREATED',
  'MEMBER_INVITED',
  'MEMBER_JOINED',
  'MEMBER_PROFILE_UPDATED',
  'MEMBER_REMOVED',
  'MEMBER_ROLE_CHANGED',
  'MEMBER_PERMISSIONS_CHANGED',
  'TENANT_LOGIN',
  'TENANT_LOGIN_FAILED',
  'TENANT_LOGIN_LOCKED',
  'TENANT_LOGOUT',
  'TENANT_PASSWORD_CHANGED',
  'ACCESS_DENIED',
  'RATE_LIMITED',
  'AUDIT_LOG_VIEWED',
  'AUDIT_LOG_EXPORTED',
  'ACCOUNT_EXPORTED',
  'ACCOUNT_DELETED',
  'ACCOUNT_SUSPENDED',
  'ACCOUNT_RESTORED',
  'PLATFORM_SUSPENDED',
  'PLATFORM_RESTORED',
  'SIGNING_KEYS_ROTATED',
  'WAREHOUSE_CREATED',
  'WAREHOUSE_UPDATED',
  'ZONE_CREATED',
  'ZONE_UPDATED',
  'LOCATION_CREATED',
  'LOCATION_UPDATED',
  'LOCATION_ARCHIVED',
  'LOCATION_BLOCKED',
  'LOCATION_UNBLOCKED',
  'LOCATIONS_GENERATED',
  'PRODUCT_CREATED',
  'PRODUCT_UPDATED',
  'PRODUCT_ARCHIVED',
  'PRODUCT_RESTORED',
  'VARIANT_CREATED',
  'VARIANT_UPDATED',
  'VARIANT_ARCHIVED',
  'VARIANT_RESTORED',
  'BARCODE_ADDED',
  'BARCODE_REMOVED',
  'CATEGORY_CREATED',
  'CATEGORY_UPDATED',
  'RECEIPT_CREATED',
  'RECEIPT_COMPLETED',
  'RECEIPT_CANCELLED',
  'RECEIPT_REVERSED',
  'STOCK_MOVED',
  'STOCK_REVERSED',
  'ADJUSTMENT_CREATED',
  'ADJUSTMENT_SUBMITTED',
  'ADJUSTMENT_APPROVED',
  'ADJUSTMENT_REJECTED',
  'ADJUSTMENT_POSTED',
  'ADJUSTMENT_CANCELLED',
  'ADJUSTMENT_REVERSED',
  'STOCK_VERIFIED',
  'IMPORT_UPLOADED',
  'IMPORT_APPLIED',
  'IMPORT_UNDONE',
  'LABELS_PRINTED',
  'WAREHOUSE_SETTINGS_UPDATED',
  'REASON_CREATED',
  'REASON_UPDATED',
  'MEMBER_SCOPE_CHANGED',
  'DEMO_LOADED',
  'DEMO_REMOVED',
] as const
export type AuditAction = (typeof auditActions)[number]

export const auditEntry = z.object({
  _id: z.uuid(),
  createdAt: z.iso.datetime(),
  action: z.string(),
  outcome: z.enum(['success', 'failure', 'denied']),
  actorEmail: z.string().nullable(),
  actorId: z.uuid().nullable(),
  actorType: z.enum(['operator', 'tenant_user', 'anonymous', 'system']),
  platformId: z.uuid().nullable(),
  platformSlug: z.string().nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  target: z.object({ type: z.string(), id: z.string(), name: z.string() }).nullable(),
  metadata: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.output<typeof auditEntry>

const wholeNumber = (label: string) =>
  z
    .string()
    .regex(/^\d{1,10}$/, `${label} must be a whole number`)
    .transform(Number)

/** A moment, or a day, which stands for its beginning in UTC; given on in UTC. */
const moment = (label: string) =>
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], {
      error: `${label} must be a time like 2026-11-05T14:00:00Z, or a day like 2026-11-05`,
    })
    .transform((text) => new Date(text).toISOString())

/** Which events are meant; all of them are combined. */
const filters = {
  /** Case-insensitive; exact, or a prefix when it ends in `*`. */
  action: z
    .string()
    .regex(/^[A-Za-z0-9_*]{1,64}$/, 'Action may hold letters, digits, _ and *')
    .optional(),
  /** Id or slug; one that is not visible matches nothing. */
  platformId: z.string().max(200).optional(),
  /** Case-insensitive part of the address. */
  actorEmail: z.string().max(254).optional(),
  /** Not before this moment. */
  from: moment('From').optional(),
  /** Before this moment: a span ends where the next begins. */
  to: moment('To').optional(),
}

export const auditQuery = z.object({
  limit: wholeNumber('Limit')
    .pipe(z.int().min(1, 'Limit must be at least 1'))
    .transform((limit) => Math.min(limit, 100))
    .default(50),
  offset: wholeNumber('Offset')
    .pipe(z.int().max(100_000, 'Offset must be at most 100000'))
    .default(0),
  ...filters,
  /** Only what is listed below this event: pages that do not shift when events are added. */
  before: id.optional(),
})

export const auditExportQuery = z.object({
  ...filters,
  format: z.enum(['csv', 'ndjson'], 'Format must be csv or ndjson').default('csv'),
})

export const audit = {
  list: get('/logs', {
    summary: 'Audit events of the operator and of platforms whose log they may read',
    allow: 'operator',
    query: auditQuery,
    reply: z.object({
      logs: z.array(auditEntry),
      /** How many events match, `before` aside. */
      total: z.int(),
      /** There are more than `total`, which is as far as is counted. */
      capped: z.boolean(),
    }),
    limits: ['LOGS'],
  }),
  export: get('/logs/export', {
    summary: 'The same events as a file, all of them, newest first, as they are at this moment',
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
      /** The newest sealed entry; a customer who keeps it can prove later that none was cut off. */
      head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
      /** Entries not sealed yet. */
      pending: z.int(),
      firstBadSeq: z.int().nullable(),
      checkedAt: z.iso.datetime(),
    }),
    limits: ['LOGS'],
  }),
}
