import type { Noun } from './noun.ts'
import { nouns } from './nouns.ts'
import { eventSchemas, type EventType } from './workspace/event-types.ts'

/** Actions on accounts and platforms, and of the example data. */
const ofAccounts = [
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
  'PLATFORM_KEPT',
  'SIGNING_KEYS_ROTATED',
  'DEMO_LOADED',
  'DEMO_REMOVED',
] as const

/** Events that the log has no entry for, or one of another name. */
const withoutEntry = [
  'stock.available_changed',
  'backorder.promised',
  'location.restored',
  'variant.barcode_added',
  'variant.barcode_removed',
  'verify.failed',
  'webhook.test',
] as const satisfies readonly EventType[]
type Entered = Exclude<EventType, (typeof withoutEntry)[number]>

type ActionOf<Type extends EventType> = Type extends `${infer Area}.${infer Name}`
  ? Uppercase<`${Area}_${Name}`>
  : never
type Others<N> = N extends { audit: readonly (infer Action)[] } ? Action : never

export type AuditAction =
  | (typeof ofAccounts)[number]
  | ActionOf<Entered>
  | Others<(typeof nouns)[keyof typeof nouns]>

/** Returns the action of the entry that an event has: `ORDER_HELD` for `order.held`. */
export const actionOf = (type: string) => type.replace('.', '_').toUpperCase() as ActionOf<Entered>

const others = Object.values<Noun>(nouns).flatMap(({ audit = [] }) => audit)
const isEntered = (type: string) => !(withoutEntry as readonly string[]).includes(type)

/** Every action of the audit log. Names never change, because customers filter and alert on them. */
export const auditActions: readonly string[] = [
  ...ofAccounts,
  ...[...eventSchemas.keys()].filter(isEntered).map(actionOf),
  ...others,
]
